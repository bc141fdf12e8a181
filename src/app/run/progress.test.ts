import { expect, test } from 'vitest'
import { withChunk } from './progress.ts'

const raw = [{ at: 5, data: '{}' }]
const end = [{ kind: 'end', status: 'unknown' }] as const
const word = [{ kind: 'text-delta', output: 0, part: 0, text: 'Hi' }] as const

test('the first byte is the first that came from the network: a word, or a sign of life', () => {
  expect(withChunk({}, { raw, events: [] }, 7)).toEqual({ firstByte: 7 })
  expect(withChunk({}, { raw: [], events: [] }, 7)).toEqual({ firstByte: 7 })
  expect(withChunk({ firstByte: 3 }, { raw, events: word }, 7)).toEqual({ firstByte: 3, firstToken: 7 })
})

test('the client’s own ending is no byte', () => {
  expect(withChunk({}, { raw: [], events: end }, 7)).toEqual({})
})
