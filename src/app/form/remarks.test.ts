import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from '#contract/core/field.ts'
import type { Rules } from '#contract/core/rules.ts'
import { ResponsesRequest, responsesCheck } from '#contract/responses/responses.ts'
import { describe as describeSchema } from './describe.ts'
import { errorsOf, noteOf, placedErrors, sayAtField, sayInList, sayWhatIsWrong } from './remarks.ts'
import { valueAt } from './request-draft.ts'

const fields = describeSchema(ResponsesRequest)
const errors = (request: Record<string, unknown>) =>
  errorsOf(placedErrors(request, ResponsesRequest, fields, [responsesCheck]))

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

test.each([
  [[{ type: 'function', name: 'ok' }, { type: 'function' }], '[1].name: a function tool needs a name.'],
  [[{ type: 'function', function: {} }], '[0].function.name: a function tool needs a name.'],
  [[1], '[0]: must be an object.'],
  [[null], '[0]: must be an object.'],
  [[{ name: 'no type' }], '[0].type: required.'],
])('an error inside a field names the way there: %j', (tools, words) => {
  expect(errors({ model: 'm', input: 'x', tools })).toEqual({ tools: words })
})

test('an error is said with its place where the place is not seen', () => {
  expect(sayAtField('model', 'Required.')).toBe('Required.')
  expect(sayInList('model', 'Required.')).toBe('model: Required.')
  for (const say of [sayAtField, sayInList])
    expect(say('tools', '[0]: must be an object.')).toBe('tools[0]: must be an object.')
})

test('what is missing is called needed, and the rules between fields are heard', () => {
  expect(errors({})).toMatchObject({ model: 'Required.', input: 'Send input, or messages instead.' })
})

test.each<[Record<string, string>, string]>([
  [{}, ''],
  [{ model: 'Required.' }, 'Choose a model first.'],
  [{ instructions: 'Must not be empty.', model: 'Required.' }, 'Enter instructions first.'],
  [{ model: 'Required.', temperature: 'Must be a number.' }, 'Choose a model first. Temperature must be a number.'],
  [{ input: 'Send input, or messages instead.' }, 'Send input, or messages instead.'],
  [{ temperature: 'Not a number.' }, 'Temperature: not a number.'],
  [{ '': 'Missing } at line 1, column 41' }, 'Request JSON: missing } at line 1, column 41'],
  [{ tools: '[0].name: required.', a: 'One.', b: 'Two.' }, 'tools[0].name: required. One. 1 more to fix.'],
])('beside the run button, %j reads: %s', (wrong, line) => {
  expect(sayWhatIsWrong(wrong, fields)).toBe(line)
})

test('every error has its own place, the second one of a field too', () => {
  const request = { model: 'm', input: 'x', reasoning: { effort: 1 }, tools: [{ type: 'function' }, 3] }
  const places = placedErrors(request, ResponsesRequest, fields, [
    () => ({ param: 'text.format', message: 'Not here.' }),
  ])
  expect(places).toEqual([
    { at: ['reasoning', 'effort'], field: 'reasoning.effort', words: 'Must be a text.' },
    { at: ['tools', 0, 'name'], field: 'tools', words: 'A function tool needs a name.' },
    { at: ['tools', 1], field: 'tools', words: 'Must be an object.' },
    { at: ['text', 'format'], field: 'text.format', words: 'Not here.' },
  ])
})

test('a model’s rules are checked with the route’s', () => {
  const picky: Rules = { fields: {}, check: () => ({ param: 'temperature', message: 'Only 1.' }) }
  expect(errorsOf(placedErrors({ model: 'm' }, ResponsesRequest, fields, [picky.check, undefined]))).toEqual({
    temperature: 'Only 1.',
  })
})

test('an error at a key that every object inherits is heard', () => {
  for (const param of ['__proto__', 'constructor', 'toString']) {
    const found = errorsOf(placedErrors({}, z.looseObject({}), [], [() => ({ param, message: 'Not here.' })]))
    expect(JSON.stringify(found)).toBe(JSON.stringify({ [param]: 'Not here.' }))
  }
})

test('a value outside a closed list is an error that names the list', () => {
  const schema = z.looseObject({ it: field(z.optional(z.enum(['a', 'b', 'c'])), { title: 'It', control: 'select' }) })
  expect(errorsOf(placedErrors({ it: 'd' }, schema, describeSchema(schema), []))).toEqual({ it: 'Must be a, b or c.' })
})

type Options = Readonly<Record<string, readonly { readonly value: string }[]>>
const notes = (request: Record<string, unknown>, options: Options = {}) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const note = noteOf(field, valueAt(request, field.path), options[field.path] ?? [])
      return note === undefined ? [] : [[field.path, note]]
    }),
  )

test('a value that is not on the list gets a note', () => {
  const request = { model: 'mine', input: 'x', reasoning: { effort: 'huge' }, truncation: null, tool_choice: 'auto' }
  expect(notes(request, { model: [{ value: 'gen-5.4-pro' }] })).toEqual({
    model: 'Not in this router’s list.',
    'reasoning.effort': 'Not a listed value; sent as it is.',
    truncation: 'null, sent as it is.',
  })
})

test('a number outside the usual range gets a note, one at its end does not', () => {
  expect(notes({ temperature: 5, top_p: -1 })).toEqual({
    temperature: 'Outside 0–2; sent as it is.',
    top_p: 'Outside 0–1; sent as it is.',
  })
  expect(notes({ temperature: 2, top_p: 0 })).toEqual({})
})
