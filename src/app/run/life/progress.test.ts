import { expect, test } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { withChunk, withHead } from './progress.ts'

const raw = [{ at: 5, data: '{}' }]
const end = [{ kind: 'end', status: 'unknown' }] as const
const word = [{ kind: 'text-delta', output: 0, part: 0, text: 'Hi' }] as const

test('the first byte is the first that came from the network: a word, or a sign of life', () => {
  expect(withChunk({}, { raw, events: [] }, 7)).toEqual({ firstByte: 7 })
  expect(withChunk({}, { raw: [], events: [] }, 7)).toEqual({ firstByte: 7 })
  const first = withChunk({ firstByte: 3 }, { raw, events: word }, 7)
  expect(first).toEqual({ firstByte: 3, firstToken: 7, lastToken: 7 })
  expect(withChunk(first, { raw, events: word }, 9)).toEqual({ firstByte: 3, firstToken: 7, lastToken: 9 })
  expect(withChunk(first, { raw, events: [] }, 9)).toEqual(first)
  const thought = [{ kind: 'reasoning-delta', output: 0, text: 'So' }] as const
  expect(withChunk(first, { raw, events: thought }, 9)).toMatchObject({ lastToken: 9, reasoning: 9 })
})

test('the client’s own ending is no byte', () => {
  expect(withChunk({}, { raw: [], events: end }, 7)).toEqual({})
})

test('what the head of a reply says is learnt also where the reply is read once more, but not when it came', () => {
  const row = { ...sampleRow({ id: 'a', status: 'receiving' }), seq: 1, times: { headers: 3 } }
  const read = withHead(row, { status: 200, headers: {}, at: 900, provider: 'sandbox' }, { at: 1, mono: 1 })
  expect(read).toMatchObject({ status: 'receiving', served: { provider: 'sandbox' }, times: { headers: 3 } })
  expect(read.log).toEqual(row.log)
})
