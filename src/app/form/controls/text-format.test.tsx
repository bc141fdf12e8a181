import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import { EditorCode, editorSource } from '../../json/editor/json-area.tsx'
import { loadParser } from '../../json/parse-typed.ts'
import { FieldRow } from '../field-row.tsx'
import { type RequestForm, useRequestForm } from '../use-request-form.ts'

beforeAll(async () => {
  await Promise.all([loadParser(), import('./text-format.tsx'), import('../../ui/popup/menu-list.tsx')])
})
afterEach(cleanup)

const nowhere = editorSource(() => Promise.reject(new TypeError('offline')))
const { text, response_format } = ResponsesRequest.shape
const Schema = z.looseObject({ text, response_format })

let form: RequestForm
function Row({ path, kept }: { readonly path: string; readonly kept: Record<string, unknown> }) {
  form = useRequestForm(Schema, { kept })
  const field = form.fields.find((one) => one.path === path)
  return field && <FieldRow form={form} field={field} />
}

async function show(path: string, kept: Record<string, unknown> = {}) {
  await act(
    async () =>
      void render(
        <EditorCode value={nowhere}>
          <Row path={path} kept={kept} />
        </EditorCode>,
      ),
  )
}

const choose = (name: string) => act(() => void fireEvent.click(screen.getByRole('radio', { name })))
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (name: string, value: string) =>
  act(() => void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }))

test('a format is chosen, and a schema comes back after another choice', async () => {
  await show('text.format')
  choose('Any JSON')
  expect(form.request).toEqual({ text: { format: { type: 'json_object' } } })
  choose('JSON by schema')
  type('Name', 'order')
  await press('Close')
  const made = form.request
  expect(made).toMatchObject({ text: { format: { type: 'json_schema', name: 'order', strict: true } } })
  choose('Text')
  expect(form.request).toEqual({ text: { format: { type: 'text' } } })
  choose('JSON by schema')
  expect(form.request).toEqual(made)
})

test('the schema of the legacy field is nested, and unknown members stay', async () => {
  const json_schema = { name: 'a', schema: { type: 'object' }, extra: 1 }
  await show('response_format', { response_format: { type: 'json_schema', json_schema, more: 2 } })
  await press(/^Edit schema: a/)
  choose('Off')
  expect(form.request.response_format).toEqual({
    type: 'json_schema',
    json_schema: { ...json_schema, strict: false },
    more: 2,
  })
})

test('a schema that cannot be read stays as typed and holds the request, also while its name is edited', async () => {
  await show('text.format', { text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } } })
  await press(/^Edit schema/)
  type('Schema', '{ "type" }')
  type('Name', 'b')
  expect(form.isSendable).toBe(false)
  expect(form.draft).toMatchObject({ text: { format: { name: 'b', schema: { type: 'object' } } } })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Schema' }).value).toBe('{ "type" }')
  type('Schema', '{ "type": "object", "properties": {} }')
  expect(form.isSendable).toBe(true)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Schema' }).value).toBe(
    '{ "type": "object", "properties": {} }',
  )
})

test('problems of a schema are listed by line and column, with what strict refuses', async () => {
  await show('text.format', { text: { format: { type: 'json_schema', name: 'a', strict: true, schema: {} } } })
  await press(/^Edit schema/)
  type('Schema', '{ "type": "object", "additionalProperties": false,\n  "properties": { "a": { "type": "strng" } } }')
  const said = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(said).toEqual([
    'strict needs every property in "required": "a" line 1, column 1',
    expect.stringMatching(/^properties\.a\.type: "strng" is not a type.* line 2, column 34$/),
  ])
})

test('a schema is inferred from an example', async () => {
  await show('text.format', { text: { format: { type: 'json_schema', name: 'a', schema: {} } } })
  await press(/^Edit schema/)
  type('Example data', '{ "city": "Porto", "days": [3] }')
  await press('Replace schema')
  expect(form.request).toMatchObject({
    text: { format: { schema: { properties: { days: { type: 'array', items: { type: 'integer' } } } } } },
  })
})

test('what the form does not know stays JSON', async () => {
  await show('text.format', { text: { format: { type: 'grammar', syntax: 'lark' } } })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toContain('"syntax": "lark"')
  expect(screen.queryByRole('radio')).toBeNull()
})
