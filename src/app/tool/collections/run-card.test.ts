import { expect, test } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { toRun } from '../../run/run.ts'
import { tools } from '../tools.ts'
import { cardOf, liveOf } from './run-card.ts'

type Row = Parameters<typeof sampleRow>[0]
const run = (request: unknown, row: Partial<Row> = {}) =>
  toRun({ ...sampleRow({ id: 'r', status: 'completed', ...row }), seq: 1 }, { id: 'r', request })
const said = (text: string) => ({ type: 'message', role: 'user', content: text })
const mark = `data:image/png;base64,sha256:${'a'.repeat(64)}`

test('a completed run becomes both, or what is asked for', () => {
  const one = run({ model: 'm', input: 'Hi' }, { id: 'one', title: 'Hi' })
  const live = { endpoint: 'responses', request: { model: 'm', input: 'Hi' } }
  expect(cardOf(tools, one, 'both')).toMatchObject({ title: 'Hi', run: 'one', live })
  expect(cardOf(tools, one, 'live')).not.toHaveProperty('run')
  expect(cardOf(tools, one, 'recording')).not.toHaveProperty('live')
})

test.each([
  ['the first message of a conversation', { input: [said('Hi')] }, {}, true],
  ['a later message', { input: [said('Hi'), { type: 'message', role: 'assistant' }, said('And?')] }, {}, false],
  [
    'a message with a picture',
    { input: [{ ...said(''), content: [{ type: 'input_image', image_url: mark }] }] },
    {},
    false,
  ],
  ['a prompt for images', { prompt: 'A boat' }, { endpoint: 'images.generations' }, true],
  ['an edit, whose images its tool fills in', { prompt: 'A boat', images: ['x'] }, { endpoint: 'images.edits' }, false],
  ['an endpoint without a tool', { input: 'x' }, { endpoint: 'models' }, false],
  ['a request that is no longer stored', undefined, {}, false],
] as const)('%s can be sent live: %#', (_, request, row, can) => {
  expect(liveOf(tools, run(request, row)) !== undefined).toBe(can)
})

test.each(['failed', 'incomplete', 'stopped', 'sending'] as const)('a run that is %s is live only', (status) => {
  const one = run({ input: 'Hi' }, { status })
  expect(cardOf(tools, one, 'both')).not.toHaveProperty('run')
  expect(cardOf(tools, one, 'recording')).toBeUndefined()
})
