import { expect, test } from 'vitest'
import { attemptWords } from './patch-line.tsx'

test.each([
  [
    'openai;status=503;code=overloaded;ms=12, groq;status=200;ms=340',
    'openai: 503, overloaded, 12 ms → groq: 200, 340 ms',
  ],
  ['"my server";code="not sent";ms=3', '"my server": not sent, 3 ms'],
  ['none', 'none'],
  ['1', '1'],
  [undefined, undefined],
])('%s reads as %s', (text, words) => {
  expect(attemptWords(text)).toBe(words)
})
