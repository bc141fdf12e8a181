import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../client/read/run-event.ts'
import { reduce } from '../../../run/reduce.ts'
import { emptyResult } from '../../../run/result.ts'
import { asInputItems } from './turn.ts'

const resultOf = (...events: readonly RunEvent[]) => reduce(emptyResult, events)

describe('a reply as input of the next turn', () => {
  const call = (output: number, custom: boolean): readonly RunEvent[] => [
    { kind: 'tool-call', output, callId: `c${output}`, name: 'f', custom },
    { kind: 'tool-arguments', output, text: '{}' },
  ]

  it('holds the messages, refusals and calls, and no reasoning', () => {
    const result = resultOf(
      { kind: 'reasoning', output: 0, text: 'thinking' },
      { kind: 'text', output: 1, part: 0, text: 'Hi' },
      { kind: 'text', output: 1, part: 1, text: '' },
      { kind: 'refusal', output: 2, text: 'No' },
      ...call(3, false),
      ...call(4, true),
      { kind: 'item', output: 5, item: { type: 'web_search_call' } },
    )
    expect(asInputItems(result)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] },
      { type: 'function_call', call_id: 'c3', name: 'f', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'c4', name: 'f', input: '{}' },
    ])
  })

  it('gives a call without parameters the empty object that routers ask for', () => {
    const called = (custom: boolean) =>
      resultOf(
        { kind: 'tool-call', output: 0, callId: 'c', name: 'f', custom },
        { kind: 'tool-arguments', output: 0, text: '' },
      )
    expect(asInputItems(called(false))).toMatchObject([{ arguments: '{}' }])
    expect(asInputItems(called(true))).toMatchObject([{ input: '' }])
  })

  it('leaves out a call that was cut off, and nothing that a whole reply holds', () => {
    const cut: readonly RunEvent[] = [
      { kind: 'tool-call', output: 0, callId: 'c', name: 'f', custom: false },
      { kind: 'tool-arguments-delta', output: 0, text: '{"a' },
    ]
    expect(asInputItems(resultOf(...cut, { kind: 'end', status: 'interrupted' }))).toEqual([])
    expect(asInputItems(resultOf(...cut, { kind: 'end', status: 'completed' }))).toHaveLength(1)
  })
})
