import { expect, test } from 'vitest'
import { whyNoJson } from './structured-text.tsx'

test.each<[string, string | undefined]>([
  ['{"a":[1,2]}', undefined],
  [' "text"\n', undefined],
  ['', 'the answer is empty.'],
  ['Sure, here is your JSON: {}', 'it begins with “Sure, here is your”.'],
  ['```json\n{}\n```', 'it begins with “```json {} ```”.'],
  ['{"a":[1,2', 'it is incomplete.'],
  ['{"a":"1,2', 'it is incomplete.'],
  ['{\n  "a": 1,,\n}', 'it stops being valid JSON at line 2, column 10.'],
  ['{"a":1} and that is all', 'it stops being valid JSON at line 1, column 9.'],
  ['{"a":"\\x"}', 'it contains an invalid string.'],
])('%j', (text, why) => {
  expect(whyNoJson(text)?.why).toBe(why)
})
