import { expect, test } from 'vitest'
import { copiedTool, sentTools, shownTools, toolKind, toolTitle, withTools } from './listed-tools.ts'
import type { ListedTool } from './tool-list.ts'

const fn = (name: string, more: object = {}) => ({ type: 'function', name, ...more })
const on = (definition: unknown): ListedTool => ({ definition, on: true })
const off = (definition: unknown): ListedTool => ({ definition, on: false })
const marks = (list: readonly ListedTool[]) => list.map((tool) => `${tool.on ? '+' : '-'}${toolTitle(tool.definition)}`)

test('what the request has is on, what only it has is added, and the others are off', () => {
  const list = [on(fn('a')), off(fn('b')), on(fn('c'))]
  expect(marks(shownTools(list, [fn('b'), fn('d')], undefined))).toEqual(['-a', '+b', '-c', '+d'])
  expect(marks(shownTools(list, undefined, undefined))).toEqual(['-a', '-b', '-c'])
  expect(marks(shownTools([], [7, null, { type: 'web_search' }], undefined))).toEqual([
    '+no type',
    '+no type',
    '+web_search',
  ])
})

test('another definition of a name is another tool, so that no edit is lost', () => {
  const shown = shownTools([on(fn('a', { description: 'new' }))], [fn('a')], undefined)
  expect(shown).toEqual([off(fn('a', { description: 'new' })), on(fn('a'))])
})

test('the same tool twice in a request is there twice', () => {
  expect(marks(shownTools([on(fn('a'))], [fn('a'), fn('a')], undefined))).toEqual(['+a', '+a'])
})

test('the request gets what is on, in order, and nothing where all is off', () => {
  expect(sentTools([off(fn('a')), on(fn('b')), on(7)]).reading).toEqual({ kind: 'value', value: [fn('b'), 7] })
  expect(sentTools([off(fn('a'))]).reading).toEqual({ kind: 'unset' })
})

test('a text that cannot be read keeps the request from being sent, and comes back from its field', () => {
  const typed = { part: 'parameters', text: '{ "type": ' } as const
  const { raw, reading } = sentTools([off(fn('a')), on(fn('b')), { ...on(fn('c')), typed }])
  expect(reading).toMatchObject({
    kind: 'unreadable',
    value: [fn('b'), fn('c')],
    why: expect.stringMatching(/^\[1\]\.parameters: /),
  })
  const kept: unknown = JSON.parse(JSON.stringify(raw))
  expect(shownTools([off(fn('a'))], [fn('b'), fn('c')], kept)).toEqual([
    off(fn('a')),
    on(fn('b')),
    { ...on(fn('c')), typed },
  ])
})

test('a text of a tool that is off waits there', () => {
  const waiting = { ...off(fn('a')), typed: { part: 'tool', text: '{' } } as const
  expect(sentTools([waiting]).reading).toEqual({ kind: 'unset' })
  expect(shownTools([waiting], [], undefined)).toEqual([waiting])
})

test('a copy gets a name of its own, also where it is nested', () => {
  const nested = on({ type: 'function', function: { name: 'a' } })
  const copy = copiedTool([on(fn('a')), on(fn('a_copy'))], nested)
  expect(copy.definition).toEqual({ type: 'function', function: { name: 'a_copy_2' } })
  expect(copiedTool([], on({ type: 'web_search' }))).toEqual(on({ type: 'web_search' }))
})

test('added tools replace the same, and switch off others of their names', () => {
  const list = [on(fn('a')), on(fn('b', { description: 'old' })), on(fn('c'))]
  expect(withTools(list, [on(fn('a')), on(fn('b')), off(fn('c', { strict: true }))])).toEqual([
    off(fn('b', { description: 'old' })),
    on(fn('c')),
    on(fn('a')),
    on(fn('b')),
    off(fn('c', { strict: true })),
  ])
})

test('a tool without a name is called by its server or kind', () => {
  const kinds = [{ type: 'mcp', server_label: 'github' }, { type: 'custom' }, { type: 'x'.repeat(90) }, 'odd', null]
  expect(kinds.map(toolTitle)).toEqual(['github', 'Unnamed tool', `${'x'.repeat(60)}…`, 'no type', 'no type'])
  expect(toolKind({ type: 5 })).toBe('no type')
})
