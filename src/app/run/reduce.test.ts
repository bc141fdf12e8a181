import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed } from '../../testing/seed.ts'
import type { RunEvent } from '../client/read/run-event.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type RunResult, readResult } from './result.ts'
import { textShown } from './testing/open-page.ts'

const resultOf = (...events: readonly RunEvent[]) => reduce(emptyResult, events)

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) freeze(inner)
  return value
}

const place = fc.nat({ max: 3 })
const text = fc.string({ maxLength: 5 })
const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ kind: fc.constant('response' as const), id: text, model: text }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constantFrom('text-delta' as const, 'text' as const), output: place, part: place, text }),
  fc.record({
    kind: fc.constantFrom(
      'refusal-delta' as const,
      'refusal' as const,
      'reasoning-delta' as const,
      'reasoning' as const,
      'tool-arguments-delta' as const,
      'tool-arguments' as const,
    ),
    output: place,
    text,
  }),
  fc.record({ kind: fc.constant('tool-call' as const), output: place, callId: text, name: text, custom: fc.boolean() }),
  fc.record({ kind: fc.constant('item' as const), output: place, item: fc.jsonValue() }),
  fc.record({ kind: fc.constant('usage' as const), usage: fc.record({ input: fc.nat(), output: fc.nat() }) }),
  fc.record({
    kind: fc.constant('notice' as const),
    notice: fc.constantFrom('gap' as const, 'not-json' as const),
    detail: text,
  }),
  fc.record({
    kind: fc.constant('error' as const),
    error: fc.record({ kind: fc.constant('api' as const), message: text }),
  }),
)
const events = fc.array(event, { maxLength: 30 })

describe('reduce', () => {
  it('builds a message of parts, and lets the whole text win', () => {
    const result = resultOf(
      { kind: 'text-delta', output: 0, part: 0, text: 'Hel' },
      { kind: 'text-delta', output: 0, part: 1, text: '!' },
      { kind: 'text-delta', output: 0, part: 0, text: 'lo' },
    )
    expect(result.outputs).toEqual([
      {
        kind: 'message',
        index: 0,
        parts: [
          { part: 0, text: 'Hello' },
          { part: 1, text: '!' },
        ],
      },
    ])
    expect(textShown(reduce(result, [{ kind: 'text', output: 0, part: 0, text: 'Bye' }]))).toBe('Bye!')
  })

  it('keeps outputs in the order of their index, whatever came first', () => {
    const result = resultOf(
      { kind: 'text-delta', output: 5, part: 0, text: 'last' },
      { kind: 'reasoning-delta', output: 0, text: 'first' },
      { kind: 'tool-call', output: 3, callId: 'c', name: 'f', custom: false },
    )
    expect(result.outputs.map(({ kind, index }) => [kind, index])).toEqual([
      ['reasoning', 0],
      ['tool-call', 3],
      ['message', 5],
    ])
  })

  it('keeps a text and a refusal of one item side by side', () => {
    const result = resultOf(
      { kind: 'text-delta', output: 0, part: 0, text: 'Well, ' },
      { kind: 'refusal-delta', output: 0, text: 'no' },
      { kind: 'refusal', output: 0, text: 'no.' },
      { kind: 'text-delta', output: 0, part: 0, text: 'I cannot.' },
    )
    expect(textShown(result)).toBe('Well, I cannot.')
    expect(result.outputs[1]).toEqual({ kind: 'refusal', index: 0, text: 'no.' })
  })

  it('collects a tool call, also where the arguments come before the name', () => {
    const result = resultOf(
      { kind: 'tool-arguments-delta', output: 1, text: '{"a":' },
      { kind: 'tool-call', output: 1, callId: 'c1', name: 'add', custom: false },
      { kind: 'tool-arguments-delta', output: 1, text: '1}' },
    )
    const call = { kind: 'tool-call', index: 1, callId: 'c1', name: 'add', custom: false, arguments: '{"a":1}' }
    expect(result.outputs).toEqual([{ ...call, done: false }])
    const settled = reduce(result, [{ kind: 'tool-arguments', output: 1, text: '{"a":1}' }])
    expect(settled.outputs).toEqual([{ ...call, done: true }])
    const more = reduce(settled, [{ kind: 'tool-arguments-delta', output: 1, text: ' ' }])
    expect(more.outputs).toEqual([{ ...call, arguments: '{"a":1} ', done: false }])
  })

  it('counts notices by kind with their first detail, adds usage up, and keeps the first error', () => {
    const result = resultOf(
      { kind: 'notice', notice: 'gap', detail: '3' },
      { kind: 'notice', notice: 'gap', detail: '9' },
      { kind: 'notice', notice: 'not-json' },
      { kind: 'usage', usage: { input: 1 } },
      { kind: 'usage', usage: { output: 2 } },
      { kind: 'error', error: { kind: 'api', message: 'first' } },
      { kind: 'error', error: { kind: 'network', message: 'second' } },
    )
    expect(result.notices).toEqual([
      { kind: 'gap', count: 2, detail: '3' },
      { kind: 'not-json', count: 1 },
    ])
    expect(result.usage).toEqual({ input: 1, output: 2 })
    expect(result.error?.message).toBe('first')
  })

  it('takes nothing after the end', () => {
    const ended = resultOf(
      { kind: 'text-delta', output: 0, part: 0, text: 'a' },
      { kind: 'end', status: 'incomplete', reason: 'r' },
    )
    expect(ended.end).toEqual({ status: 'incomplete', reason: 'r' })
    expect(reduce(ended, [{ kind: 'text-delta', output: 0, part: 0, text: 'b' }])).toBe(ended)
    expect(reduce(ended, [{ kind: 'end', status: 'completed' }])).toBe(ended)
  })

  it('is not slowed down or broken by absurd places', () => {
    const far = Number.MAX_SAFE_INTEGER
    const result = resultOf(
      { kind: 'text-delta', output: far, part: far, text: 'x' },
      { kind: 'reasoning', output: -1, text: 'y' },
    )
    expect(result.outputs.map(({ index }) => index)).toEqual([-1, far])
  })

  it(`changes nothing that it was given, and keeps what did not change (SEED=${seed})`, () => {
    void fc.assert(
      fc.property(events, event, (before, next) => {
        const old = freeze(reduce(emptyResult, before))
        const copy = structuredClone(old)
        const result = reduce(old, [freeze(next)])
        expect(old).toEqual(copy)
        const changed = result.outputs.filter((output) => !old.outputs.includes(output))
        expect(changed.length).toBeLessThanOrEqual(1)
        expect(result.outputs.map(({ index }) => index)).toEqual(
          result.outputs.map(({ index }) => index).toSorted((a, b) => a - b),
        )
      }),
      { seed },
    )
  })

  it(`comes to the same whether events come one by one or all at once (SEED=${seed})`, () => {
    void fc.assert(
      fc.property(events, (all) => {
        const oneByOne = all.reduce((result, one) => reduce(result, [one]), emptyResult)
        expect(reduce(emptyResult, all)).toEqual(oneByOne)
      }),
      { seed },
    )
  })

  it('holds every output and part of a reply of thousands, in whatever order they come', () => {
    const places = Array.from({ length: 3000 }, (_, at) => (at * 7) % 3000)
    const outputs = resultOf(...places.map((output): RunEvent => ({ kind: 'reasoning', output, text: `${output}` })))
    expect(outputs.outputs.map(({ index }) => index)).toEqual(places.toSorted((a, b) => a - b))
    const parts = resultOf(...places.map((part): RunEvent => ({ kind: 'text', output: 0, part, text: '.' })))
    expect(textShown(parts)).toBe('.'.repeat(3000))
  })

  it(`gives a result that comes back whole from storage (SEED=${seed})`, () => {
    void fc.assert(
      fc.property(events, (all) => {
        const result = reduce(emptyResult, all)
        expect(readResult(structuredClone(result))).toEqual(result)
      }),
      { seed },
    )
  })

  it('tells a damaged result by giving none', () => {
    const good: RunResult = resultOf({ kind: 'text', output: 0, part: 0, text: 'a' })
    for (const bad of [undefined, null, 'text', {}, { ...good, outputs: [{ kind: 'message', index: 0 }] }])
      expect(readResult(bad)).toBeUndefined()
  })
})

it('a text that is taken back leaves its part, and a message without parts leaves the result', () => {
  const parts = resultOf(
    { kind: 'text', output: 0, part: 0, text: 'One' },
    { kind: 'text', output: 0, part: 1, text: 'Two' },
    { kind: 'text', output: 0, part: 0, text: '' },
  )
  expect(parts.outputs).toEqual([{ kind: 'message', index: 0, parts: [{ part: 1, text: 'Two' }] }])
  expect(reduce(parts, [{ kind: 'text', output: 0, part: 1, text: '' }]).outputs).toEqual([])
})

it('reasoning stands before what else its item holds', () => {
  const { outputs } = resultOf(
    { kind: 'text', output: 0, part: 0, text: 'Hi' },
    { kind: 'reasoning-delta', output: 0, text: 'Hm.' },
  )
  expect(outputs.map(({ kind }) => kind)).toEqual(['reasoning', 'message'])
})
