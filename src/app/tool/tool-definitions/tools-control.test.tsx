import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ResponsesRequest, responsesCheck } from '#contract/responses/responses.ts'
import { ToolFields } from '../../form/controls/provided-fields.tsx'
import { SchemaForm } from '../../form/schema-form.tsx'
import { type RequestForm, useRequestForm } from '../../form/use-request-form.ts'
import { EditorCode, editorSource } from '../../json/editor/json-area.tsx'
import { loadParser } from '../../json/parse-typed.ts'
import { openPage, type Page } from '../../run/testing/open-page.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { ToolsField } from './tools-field.tsx'

beforeAll(async () => {
  await Promise.all([
    loadParser(),
    import('./tools-control.tsx'),
    import('./tool-editor.tsx'),
    import('./import-tools.tsx'),
  ])
  await Promise.all([import('./saved-sets.tsx'), import('../../ui/popup/menu-list.tsx')])
})

/** The editor cannot be loaded: a text box takes its place. */
const nowhere = editorSource(() => Promise.reject(new TypeError('offline')))
const Schema = z.looseObject({ tools: ResponsesRequest.shape.tools })

const check = (request: Record<string, unknown>) => responsesCheck({ ...request, input: [] })

let page: Page
let form: RequestForm
beforeEach(async () => {
  localStorage.clear()
  page = await openPage({ name: crypto.randomUUID(), router: { stream: () => (async function* () {})() } })
})
afterEach(() => {
  cleanup()
  page.runs.close()
})

function Chat({
  kept,
  unread = {},
}: {
  readonly kept: Record<string, unknown>
  readonly unread?: RequestForm['unread']
}) {
  form = useRequestForm(Schema, { kept, unread, check })
  return <SchemaForm form={form} />
}

async function show(kept: Record<string, unknown> = {}, unread?: RequestForm['unread']) {
  await act(
    async () =>
      void render(
        <EditorCode value={nowhere}>
          <ToolFields value={ToolsField}>
            <RunsProvider runs={page.runs}>
              <Chat kept={kept} {...(unread && { unread })} />
            </RunsProvider>
          </ToolFields>
        </EditorCode>,
      ),
  )
  await waitFor(() => expect(document.querySelector('[data-main-control], textarea')).not.toBeNull())
}

const press = async (name: string | RegExp) =>
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body))
const type = (name: string | RegExp, value: string) =>
  act(() => void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }))
const flip = (name: RegExp) => act(() => void fireEvent.click(screen.getByRole('checkbox', { name })))
const rows = () => within(screen.getByRole('list', { name: 'Tools' })).getAllByRole('listitem')
const marks = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => `${box.checked ? '+' : '-'}${box.closest('label')?.textContent}`)

const fn = (name: string, more: object = {}) => ({ type: 'function', name, parameters: { type: 'object' }, ...more })

test('what is off is not sent and stays in the list, also for the next page', async () => {
  await show({ tools: [fn('a'), { type: 'web_search' }] })
  expect(marks()).toEqual(['+afunction', '+web_search'])
  flip(/^a/)
  expect(form.request.tools).toEqual([{ type: 'web_search' }])
  flip(/web_search/)
  expect(form.request).toEqual({})
  page.hide()
  cleanup()

  await show({})
  expect(marks()).toEqual(['-afunction', '-web_search'])
  flip(/^a/)
  expect(form.request.tools).toEqual([fn('a')])
})

test('a request that comes from elsewhere shows its own tools as on', async () => {
  await show({ tools: [fn('a')] })
  flip(/^a/)
  flip(/^a/)
  act(() => form.replace({ tools: [fn('b')] }))
  expect(marks()).toEqual(['-afunction', '+bfunction'])
  act(() => form.replace({ tools: [fn('a')] }))
  expect(marks()).toEqual(['+afunction'])
})

test('a new tool needs a name, and two have different ones; each is said at its row', async () => {
  await show()
  await press('Add tool')
  type('Description', 'Looks up')
  await press('Done')
  expect(within(screen.getByRole('list', { name: 'Tools' })).getByRole('alert').textContent).toBe(
    'A tool needs a name.',
  )
  expect(form.isSendable).toBe(false)
  await press('Edit Unnamed tool')
  type('Name', 'get weather')
  expect(screen.getByText(/Providers accept letters/)).toBeTruthy()
  type('Name', 'get_weather')
  await press('Done')
  expect(form.isSendable).toBe(true)
  act(() => form.replace({ tools: [fn('x'), fn('x', { strict: true })] }))
  expect(rows().map((row) => within(row).queryByRole('alert')?.textContent)).toEqual([
    undefined,
    undefined,
    '"x" is used twice.',
  ])
  expect(form.isSendable).toBe(false)
})

test('bad JSON stays as it was typed and holds the request, until it is mended or switched off', async () => {
  await show({ tools: [fn('a')] })
  await press('Edit a')
  type('Parameters', '{ "type": ')
  await press('Done')
  expect(form.isSendable).toBe(false)
  expect(form.errors.tools).toMatch(/^\[0\]\.parameters: /)
  expect(rows()[0]?.textContent).toContain('at line 1, column')
  const { unread } = form
  expect(form.draft.tools).toEqual([fn('a')])
  page.hide()
  cleanup()

  await show({ tools: [fn('a')] }, unread)
  expect(form.isSendable).toBe(false)
  flip(/^a/)
  expect(form.isSendable).toBe(true)
  flip(/^a/)
  expect(form.isSendable).toBe(false)
  await press('Edit a')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Parameters' }).value).toBe('{ "type": ')
  type('Parameters', '[]')
  expect(form.errors.tools).toBe('[0].parameters: must be an object.')
  await press('Make it an object')
  expect(form.request.tools).toEqual([
    fn('a', { parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } }),
  ])
  expect(form.isSendable).toBe(true)
})

test('a hosted tool is JSON, and so is a function with the members that have no control', async () => {
  await show({ tools: [{ type: 'web_search', filters: {} }, fn('a', { annotations: { readOnlyHint: true } })] })
  await press('Edit web_search')
  type('Tool as JSON', '{ "type": "web_search" }')
  await press('Done')
  await press('Edit a')
  expect(screen.getByText(/Also sent:/).textContent).toBe('Also sent: annotations')
  await press('Edit as JSON')
  type('Tool as JSON', '{ "type": "function", "name": "b" }')
  await press('Done')
  expect(form.request.tools).toEqual([{ type: 'web_search' }, { type: 'function', name: 'b' }])
})

test('tools are imported with what is unusual about them said first, and that can be undone', async () => {
  await show({ tools: [fn('a')] })
  await press('Import')
  type(/^Paste JSON/, '{ "tools": [{ "name": "a", "inputSchema": { "type": "object" }, "annotations": {} }, 7] }')
  expect(
    within(screen.getByRole('list', { name: 'Notes' }))
      .getAllByRole('listitem')
      .map((note) => note.textContent),
  ).toEqual(['a: annotations kept.', 'Entry 2 is not an object: left out.'])
  await press('Import 1 tool')
  expect(marks()).toEqual(['-afunction', '+afunction'])
  expect(form.request.tools).toEqual([{ ...fn('a'), annotations: {} }])
  await press('Undo')
  expect(form.request.tools).toEqual([fn('a')])
})

test('a tool is duplicated under another name, and removed with an undo', async () => {
  await show({ tools: [fn('a')] })
  await press('Actions for a')
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' })))
  expect(form.request.tools).toEqual([fn('a'), fn('a_copy')])
  await press('Actions for a_copy')
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' })))
  expect(form.request.tools).toEqual([fn('a')])
  await press('Undo')
  expect(form.request.tools).toEqual([fn('a'), fn('a_copy')])
})

test('a set is saved, renamed, loaded in place of the list, and deleted', async () => {
  await show({ tools: [fn('a')] })
  await press('Tool sets')
  type(/^Save the 1 tool/, 'Work')
  await press('Save')
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name of/ })
  await screen.findByRole('button', { name: 'Load Work' })
  await act(async () => void fireEvent.change(name(), { target: { value: 'Office' } }))
  await act(async () => void fireEvent.blur(name()))
  expect(await screen.findByRole('button', { name: 'Load Office' })).toBeTruthy()
  await press('Close')
  act(() => form.replace({ tools: [fn('b')] }))
  await press('Tool sets')
  await screen.findByRole('button', { name: 'Load Office' })
  await press('Load Office')
  expect(form.request.tools).toEqual([fn('a')])
  await press('Tool sets')
  await screen.findByRole('button', { name: 'Delete Office' })
  await press('Delete Office')
  expect(await screen.findByText('No saved tool sets.')).toBeTruthy()
})

test('what is no list is shown as JSON', async () => {
  await show({ tools: { odd: true } })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toContain('"odd": true')
  expect(form.isSendable).toBe(false)
})

test('a text that an earlier version stored and could not read is shown as it was typed', async () => {
  await show({}, { tools: { raw: '[1,', problem: 'Not valid JSON.' } })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('[1,')
})
