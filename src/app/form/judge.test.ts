import { expect, test } from 'vitest'
import type { Rules } from '#contract/core/rules.ts'
import { reservedIn, ruleFor, sendable } from './judge.ts'

const rules: Rules = {
  fields: {
    reasoning: { kind: 'off', why: 'This model does not reason.' },
    temperature: { kind: 'only', values: [1] },
  },
  check: () => undefined,
}

test('a rule over an object holds for the fields in it, and what is off is not sent', () => {
  expect(ruleFor(rules, 'reasoning.effort')?.kind).toBe('off')
  expect(ruleFor(rules, 'top_p')).toBeUndefined()
  expect(sendable({ model: 'm', reasoning: { effort: 'low' } }, rules, {})).toEqual({ model: 'm' })
})

test('what is reserved is not sent, and named only where it was set', () => {
  const reserved = { input: 'comes from the conversation', 'text.format': 'is chosen above' }
  const draft = { model: 'm', input: 'hello', text: { verbosity: 'low' } }
  expect(sendable(draft, undefined, reserved)).toEqual({ model: 'm', text: { verbosity: 'low' } })
  expect(reservedIn(draft, reserved)).toEqual({ input: 'comes from the conversation' })
})
