import { expect, test } from 'vitest'
import { whyNoJson } from './structured-text.tsx'

test.each<[string, string | undefined]>([
  ['{"a":[1,2]}', undefined],
  [' "text"\n', undefined],
  ['', 'it is empty.'],
  ['Sure, here is your JSON: {}', 'it begins with “Sure, here is your”.'],
  ['```json\n{}\n```', 'it begins with “```json {} ```”.'],
  ['{"a":[1,2', 'it ends before it is complete.'],
  ['{"a":"1,2', 'it ends before it is complete.'],
  ['{\n  "a": 1,,\n}', 'it is not JSON from line 2, column 10 on.'],
  ['{"a":1} and that is all', 'it is not JSON from line 1, column 9 on.'],
  ['{"a":"\\x"}', 'a string in it is not written as JSON.'],
])('%j', (text, why) => {
  expect(whyNoJson(text)?.why).toBe(why)
})
