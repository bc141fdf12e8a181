import { expect, test } from 'vitest'
import type { EventMark } from '../../run/event-log.ts'
import {
  type EventRow,
  filterEvents,
  foldPolls,
  isFold,
  jsonLines,
  keyOf,
  type ListRow,
  namesOf,
  previewOf,
  saidOf,
  usageGiven,
  wordsOf,
} from './event-list.ts'
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

let nth = 0
const row = (data: string, name?: string): EventRow => ({
  nth: nth++,
  raw: { at: nth, data, ...(name !== undefined && { name }) },
  mark: { name: name ?? 'video', notices: [] },
})
const poll = (status: string, progress?: number) => row(JSON.stringify({ id: 'v', status, progress }), 'job.status')
const told = (rows: readonly ListRow[]) => rows.map((one) => (isFold(one) ? wordsOf(one) : one.raw.data.slice(0, 8)))

test('consecutive polls of one state are one row, and a single one is itself', () => {
  nth = 0
  const polls = [
    poll('queued'),
    poll('queued'),
    ...[3, 40, 87].map((n) => poll('in_progress', n)),
    poll('completed', 100),
  ]
  const rows = [row('{"id":"v"}'), ...polls]
  expect(told(foldPolls(rows, new Set()))).toEqual([
    '{"id":"v',
    '2 polls, queued',
    '3 polls, in_progress, 3 → 87 %',
    '{"id":"v',
  ])
})

test('an open fold has its events below it, and every row has a key of its own', () => {
  nth = 0
  const rows = [poll('queued', 0), poll('queued', 0), poll('running', 5), poll('running', 5)]
  const list = foldPolls(rows, new Set(['fold 2']))
  expect(told(list)).toEqual(['2 polls, queued, 0 %', '2 polls, running, 5 %', '{"id":"v', '{"id":"v'])
  expect(new Set(list.map(keyOf)).size).toBe(4)
})

test('states that change with every poll, odd data and other events are not folded', () => {
  nth = 0
  const flapping = [poll('queued'), poll('in_progress'), poll('queued')]
  expect(foldPolls(flapping, new Set())).toHaveLength(3)
  expect(told(foldPolls([row('', 'job.status'), row('<html>', 'job.status')], new Set()))).toEqual([
    '2 polls, no status',
  ])
  expect(foldPolls([row('{}', 'delta'), row('{}', 'delta')], new Set())).toHaveLength(2)
})

test('five thousand polls are a row', () => {
  nth = 0
  const polls = Array.from({ length: 5000 }, (_, n) => poll('in_progress', n % 100))
  expect(told(foldPolls(polls, new Set()))).toEqual(['5,000 polls, in_progress, 0 → 99 %'])
})
