import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { RouterError } from '../http/router-error.ts'
import { validate, withoutNulls } from './validate.ts'

function refusalOf(body: Record<string, unknown>) {
  try {
    validate(endpoints.responses, body)
  } catch (thrown) {
    if (thrown instanceof RouterError)
      return { status: thrown.status, code: thrown.code, message: thrown.message, ...thrown.facts }
    throw thrown
  }
  return undefined
}

test.each([
  [{ input: 'hi' }, 'model', 'model is missing.'],
  [{ model: 3, input: 'hi' }, 'model', 'model must be a string.'],
  [{ model: '', input: 'hi' }, 'model', 'model must not be empty.'],
  [{ model: 'm' }, 'input', 'Send input'],
  [{ model: 'm', input: 'a', messages: [] }, 'messages', 'not both'],
  [{ model: 'm', input: 5 }, 'input', 'input must be a string or an array.'],
  [{ model: 'm', input: ['hi'] }, 'input[0]', 'input[0] must be an object.'],
  [{ model: 'm', input: 'a', max_output_tokens: 0 }, 'max_output_tokens', 'max_output_tokens must be at least 1.'],
  [{ model: 'm', input: 'a', stream: 'yes' }, 'stream', 'stream must be a boolean.'],
  [{ model: 'm', input: 'a', tools: [{ type: 'function' }] }, 'tools[0].name', 'A function tool needs a name.'],
  [{ model: 'm', input: 'a', text: { format: {} }, response_format: {} }, 'response_format', 'not both'],
])('%j is a 400 that names %s', (body, param, message) => {
  expect(refusalOf(body)).toMatchObject({ status: 400, param, message: expect.stringContaining(message) })
})

test('unknown fields and values pass', () => {
  expect(
    refusalOf({ model: 'm', input: [{ role: 'user', content: [] }], novel: { deep: 1 }, tool_choice: 'odd' }),
  ).toBeUndefined()
})

test('a known field that is null is not set; an unknown one keeps its null', () => {
  const body = { model: 'm', input: 'a', temperature: null, reasoning: { effort: null }, store: null, novel: null }
  expect(refusalOf(body)).toBeUndefined()
  expect(withoutNulls(endpoints.responses, body)).toEqual({
    model: 'm',
    input: 'a',
    reasoning: { effort: null },
    novel: null,
  })
  expect(withoutNulls(endpoints.models, { constructor: null })).toEqual({ constructor: null })
})
