import { expect, test } from 'vitest'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import { describe as describeSchema } from './describe.ts'
import { noteOf } from './note-of.ts'
import { valueAt } from './request-draft.ts'

const fields = describeSchema(ResponsesRequest)
type Options = Readonly<Record<string, readonly { readonly value: string }[]>>
const notes = (request: Record<string, unknown>, options: Options = {}) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const note = noteOf(field, valueAt(request, field.path), options[field.path] ?? [])
      return note === undefined ? [] : [[field.path, note]]
    }),
  )
const tool = (name: string) => ({ type: 'function', name })
const nested = (name: string) => ({ type: 'function', function: { name } })

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

test('two function tools of one name get a note, in both shapes', () => {
  const words = { tools: 'Duplicate function name “a”; sent as it is.' }
  expect(notes({ tools: [tool('a'), tool('b'), tool('a')] })).toEqual(words)
  expect(notes({ tools: [tool('a'), nested('a')] })).toEqual(words)
  expect(notes({ tools: [tool('a'), tool('b'), { type: 'web_search' }, { type: 'web_search' }] })).toEqual({})
})
