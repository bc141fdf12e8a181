import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from '#contract/field.ts'
import { ResponsesRequest, responsesCheck } from '#contract/responses.ts'
import type { Rules } from '#contract/rules.ts'
import { describe as describeSchema } from './describe.ts'
import { errorsOf, notesOf, ruleFor, sendable } from './judge.ts'

const fields = describeSchema(ResponsesRequest)
const errors = (request: Record<string, unknown>) => errorsOf(request, ResponsesRequest, fields, [responsesCheck])
const rules: Rules = {
  fields: {
    reasoning: { kind: 'off', why: 'This model does not reason.' },
    temperature: { kind: 'only', values: [1] },
  },
  check: () => undefined,
}

test('a good request has no errors', () => {
  expect(errors({ model: 'm', input: 'hello', temperature: 0, reasoning: { effort: 'huge' }, unknown: true })).toEqual(
    {},
  )
})

test('an error is said at its field, in words', () => {
  const request = { model: '', input: 'hello', temperature: 'hot', max_output_tokens: 0, stream: 1, tool_choice: 3 }
  expect(errors(request)).toEqual({
    model: 'Must not be empty.',
    temperature: 'Must be a number.',
    max_output_tokens: 'Must be at least 1.',
    stream: 'Must be true or false.',
    tool_choice: 'Must be a text or an object.',
  })
})

test('an error inside a field names the place', () => {
  const tools = [{ type: 'function', name: 'ok' }, { type: 'function' }]
  expect(errors({ model: 'm', input: 'x', tools })).toEqual({ tools: '1.name: A function tool needs a name.' })
})

test('what is missing is called needed, and the rules between fields are heard', () => {
  expect(errors({})).toMatchObject({ model: 'Needed.', input: 'Send input, or messages instead.' })
})

test('a model’s rules are checked with the route’s', () => {
  const picky: Rules = { fields: {}, check: () => ({ param: 'temperature', message: 'Only 1.' }) }
  expect(errorsOf({ model: 'm' }, ResponsesRequest, fields, [picky.check, undefined])).toEqual({
    temperature: 'Only 1.',
  })
})

test('a rule over an object holds for the fields in it, and what is off is not sent', () => {
  expect(ruleFor(rules, 'reasoning.effort')?.kind).toBe('off')
  expect(ruleFor(rules, 'top_p')).toBeUndefined()
  expect(sendable({ model: 'm', reasoning: { effort: 'low' } }, rules)).toEqual({ model: 'm' })
})

test('a value that is not on the list gets a note, not an error', () => {
  const request = { model: 'mine', input: 'x', reasoning: { effort: 'huge' }, truncation: null, tool_choice: 'auto' }
  const options = { model: [{ value: 'gen-5.4-pro' }] }
  expect(notesOf(request, fields, options)).toEqual({
    model: 'Not on the router’s list; sent as it is.',
    'reasoning.effort': 'Not a listed value; sent as it is.',
    truncation: 'null, sent as it is.',
  })
  expect(errors(request)).toEqual({})
})

test('a value outside a closed list is an error that names the list', () => {
  const schema = z.looseObject({ it: field(z.optional(z.enum(['a', 'b', 'c'])), { title: 'It', control: 'select' }) })
  expect(errorsOf({ it: 'd' }, schema, describeSchema(schema), [])).toEqual({ it: 'Must be a, b or c.' })
})
