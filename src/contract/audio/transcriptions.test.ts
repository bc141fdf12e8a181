import { expect, test } from 'vitest'
import { timesFor } from './transcriptions.ts'

const card = (id: string, formats?: readonly string[], parameters?: readonly string[]) => ({
  ...{ id, raw: formats ? { supported_formats: formats } : {} },
  ...(parameters && { parameters }),
})
const verbose = { response_format: 'verbose_json', timestamp_granularities: ['word', 'segment'] }

test('times are asked for in the format that the card lists, of words and segments where there is a choice', () => {
  expect(timesFor(card('a', ['json', 'verbose_json', 'diarized_json']))).toEqual(verbose)
  expect(timesFor(card('a', ['json', 'diarized_json']))).toEqual({
    ...{ response_format: 'diarized_json', chunking_strategy: 'auto' },
  })
  expect(timesFor(card('a', ['json', 'verbose_json'], ['file', 'response_format']))).toEqual({
    response_format: 'verbose_json',
  })
})

test('a card without formats has those of its family, and of any other model nothing is assumed', () => {
  expect(timesFor(card('whisper-large-v3-turbo'))).toEqual(verbose)
  expect(timesFor(card('gpt-4o-transcribe-diarize'))).toMatchObject({ response_format: 'diarized_json' })
  expect(timesFor(card('gpt-4o-transcribe'))).toBeUndefined()
  expect(timesFor(card('whisper-1', ['json', 'text']))).toBeUndefined()
  expect(timesFor(card('whisper-1', undefined, ['language', 'temperature']))).toBeUndefined()
})
