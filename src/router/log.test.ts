import { expect, test } from 'vitest'
import { redacting } from './log.ts'

test.each([
  ['key top-secret-1 in use', 'key [secret] in use'],
  ['sk-proj-abcDEF123456 was sent', '[secret] was sent'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  ['POST /v1/responses 200', 'POST /v1/responses 200'],
])('%s is logged as %s', (line, expected) => {
  const lines: string[] = []
  redacting((one) => lines.push(one), ['top-secret-1', ''])(line)
  expect(lines).toEqual([expected])
})
