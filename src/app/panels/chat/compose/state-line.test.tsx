import { expect, test } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import { contextUse } from './state-line.tsx'

const run = (usage?: object) => ({ result: { ...emptyResult, ...(usage && { usage }) } })
const card = { id: 'm', raw: {}, context: 128_000 }

test('the tokens of the last answer are set against the context window', () => {
  expect(contextUse([run({ input: 10 }), run({ input: 3000, output: 210 })], card)).toBe('3,210 of 128,000 tokens')
})

test('what is not reported is left out, and an estimate is called one', () => {
  expect(contextUse([run({ input: 3000, output: 210, estimated: true }), run()], undefined)).toBe('about 3,210 tokens')
  expect(contextUse([run(), run({ output: 5 })], card)).toBeUndefined()
  expect(contextUse([], card)).toBeUndefined()
})
