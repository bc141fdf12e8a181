import { expect, test } from 'vitest'
import type { EventMark } from '../../run/event-log.ts'
import { filterEvents, jsonLines, namesOf, previewOf, saidOf, usageGiven } from './event-list.ts'
import { maskedHeaders } from './facts.tsx'

const raw = (data: string, name?: string) => ({ at: 7, data, ...(name !== undefined && { name }) })
const events = [raw('{"delta":"Sea"}', 'delta'), raw('{"half":', 'delta'), raw('{\n"n":12345678901234567890}')]
const odd: EventMark['notices'] = [{ kind: 'not-json' }]
const marks: readonly EventMark[] = [
  { name: 'delta', notices: [] },
  { name: 'delta', notices: odd },
  { name: 'message', notices: [] },
]
const nths = (filter: Partial<Parameters<typeof filterEvents>[2]>) =>
  filterEvents(events, marks, { name: '', words: '', odd: false, ...filter }).map(({ nth }) => nth)

test('events are narrowed by name, by words in any capitals, and to what was odd', () => {
  expect(nths({})).toEqual([0, 1, 2])
  expect(nths({ name: 'delta' })).toEqual([0, 1])
  expect(nths({ words: 'SEA' })).toEqual([0])
  expect(nths({ words: '.' })).toEqual([])
  expect(nths({ odd: true })).toEqual([1])
  expect([...namesOf(marks)]).toEqual([
    ['delta', 2],
    ['message', 1],
  ])
})

test('JSON Lines hold every event on one line, its data as they came', () => {
  const rows = filterEvents(events, marks, { name: '', words: '', odd: false })
  const lines = jsonLines(rows).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('{"at":7,"event":"delta","data":{"delta":"Sea"}}')
  expect(lines[1]).toBe('{"at":7,"event":"delta","data":"{\\"half\\":"}')
  for (const line of lines.slice(0, 3)) expect(() => JSON.parse(line)).not.toThrow()
})

test('a preview is the piece that an event brings, short, and never base64', () => {
  expect(previewOf(raw('{"type":"x","delta":"two \\"words\\""}'))).toBe('"two \\"words\\""')
  expect(previewOf(raw(`{"b64_json":"${'aGVsbG8gd29ybGQ'.repeat(500)}"}`))).toBe('{"b64_json":"(base64)')
  expect(previewOf(raw('word '.repeat(1000))).length).toBeLessThan(170)
})

test('what was odd is said in words, with the numbers of a gap', () => {
  expect(saidOf({ kind: 'gap', detail: '3 → 9' })).toBe('gap in sequence: 3 → 9')
  expect(saidOf({ kind: 'unknown-event', detail: 'x' })).toBe('unknown name')
})

test('headers that carry a key are masked, whatever kept them', () => {
  const facts = maskedHeaders([
    ['Authorization', 'Bearer sk-canary-0123456789'],
    ['X-Api-Key', 'sk-canary-0123456789'],
    ['set-cookie', 'id=canary'],
    ['authorization', 'Bearer [key]'],
    ['accept', 'text/event-stream'],
  ])
  expect(JSON.stringify(facts)).not.toContain('canary')
  expect(facts.map(([, value]) => value)).toEqual(['Bearer ••••', '••••', '••••', 'Bearer [key]', 'text/event-stream'])
})

test('usage is shown in the router’s own words, from wherever in the last events it stands', () => {
  expect(usageGiven([raw('{"response":{"usage":{"input_tokens":3,"odd":1}}}'), raw('[DONE]')])).toBe(
    '{"input_tokens":3,"odd":1}',
  )
  expect(usageGiven([raw('{"usage":null,"usage_note":1}'), raw('{"usage":')])).toBeUndefined()
})
