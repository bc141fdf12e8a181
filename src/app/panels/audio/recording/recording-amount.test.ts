import { expect, test } from 'vitest'
import { amountWords, limitNote } from './recording-amount.ts'

const price = (label: string) => ({ unit: 'cauris', labels: { api: label, agent: label } })

test('a price by time is counted for all voices; any other label is not', () => {
  expect(amountWords(42, 1, undefined)).toBe('Length 0:42.0')
  expect(amountWords(42, 3, price('2 per minute'))).toBe('0:42.0 × 3 voices = 2:06.0 · about 4.2 cauris')
  expect(amountWords(90, 1, price('0.5 cauris per second'))).toBe('Length 1:30.0 · about 45 cauris')
  expect(amountWords(90, 1, price('60'))).toBe('Length 1:30.0')
  expect(amountWords(90, 1, { unit: 'cauris', labels: { api: '1 per hour', agent: '2 per hour' } })).toBe(
    'Length 1:30.0',
  )
})

test('the limit that the router lists counts, else what a provider is known to accept is said', () => {
  const usual = { seconds: 300, bytes: 5e7, words: 'ElevenLabs accepts up to 5 minutes.' }
  const listed = { max_input_seconds: 600, max_input_bytes: 5e7 }
  expect(limitNote({ bytes: 1, seconds: 500 }, listed, usual)).toEqual({
    words: 'Max 10 min, 50 MB.',
    isExceeded: false,
  })
  expect(limitNote({ bytes: 6e7, seconds: undefined }, listed, usual)?.isExceeded).toBe(true)
  // The row of the file says it.
  expect(limitNote({ bytes: 1, seconds: 700 }, listed, usual)).toBeUndefined()
  expect(limitNote({ bytes: 1, seconds: undefined }, undefined, usual)).toEqual({
    words: 'No limit listed for this model. ElevenLabs accepts up to 5 minutes.',
    isExceeded: false,
  })
  expect(limitNote({ bytes: 6e7, seconds: 2 }, {}, usual)?.isExceeded).toBe(true)
})
