import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { field } from '#contract/core/field.ts'
import type { Rules } from '#contract/core/rules.ts'
import { EditorCode, editorSource } from '../json/editor/json-area.tsx'
import { loadParser } from '../json/parse-typed.ts'
import type { ControlProps } from './controls/control.ts'
import { FileFields } from './controls/provided-fields.tsx'
import { TextControl } from './controls/text.tsx'
import type { RequestDraft } from './request-draft.ts'
import { RequestJson } from './request-json.tsx'
import { SchemaForm } from './schema-form.tsx'
import { useRequestForm } from './use-request-form.ts'

/** The editor cannot be loaded: the form is whole without it. */
const nowhere = editorSource(() => Promise.reject(new TypeError('offline')))

const reserved = { input: 'comes from the conversation' }

const optional = z.optional
const Schema = z.looseObject({
  model: field(z.string().check(z.minLength(1)), { title: 'Model', control: 'model' }),
  instructions: field(optional(z.string()), { title: 'Instructions', control: 'long-text' }),
  temperature: field(optional(z.number()), {
    title: 'Temperature',
    control: 'slider',
    help: 'Randomness.',
    range: [0, 2],
    step: 0.1,
  }),
  tokens: field(optional(z.int().check(z.gte(1))), { title: 'Tokens', control: 'number', unit: 'tokens' }),
  reasoning: optional(
    z.looseObject({
      effort: field(optional(z.nullable(z.string())), {
        title: 'Effort',
        control: 'select',
        suggestions: ['low', 'medium'],
      }),
    }),
  ),
  tier: field(optional(z.string()), {
    title: 'Tier',
    control: 'select',
    suggestions: ['auto', 'default', 'flex', 'scale', 'priority'],
  }),
  stream: field(optional(z.boolean()), { title: 'Stream', control: 'switch' }),
  tools: field(optional(z.array(z.unknown())), { title: 'Tools', control: 'json' }),
  metadata: field(optional(z.record(z.string(), z.unknown())), { title: 'Metadata', control: 'key-value' }),
  list: field(optional(z.array(z.looseObject({}))), { title: 'List', control: 'json' }),
  user: field(optional(z.string()), { title: 'User', control: 'text', advanced: true }),
})

interface PlaygroundProps {
  readonly values: RequestDraft
  readonly rules: ((draft: RequestDraft) => Rules) | undefined
  readonly first: 'both' | 'form' | 'json'
  readonly onChange: (draft: RequestDraft) => void
  readonly onSend: (request: RequestDraft) => void
}

function Playground({ values, rules, first, onChange, onSend }: PlaygroundProps) {
  const form = useRequestForm(Schema, { values, reserved, ...(rules && { rules }) })
  useEffect(() => onChange(form.draft), [form.draft, onChange])
  const [view, setView] = useState(first)
  return (
    <>
      {view !== 'json' && <SchemaForm form={form} />}
      {view !== 'form' && <RequestJson form={form} />}
      <button type="button" onClick={() => setView(view === 'both' ? 'json' : 'both')}>
        Turn
      </button>
      <button type="button" onClick={() => form.submit(onSend)}>
        Send
      </button>
      <button type="button" onClick={() => form.replace({ model: 'other', temperature: 1 })}>
        Reuse
      </button>
    </>
  )
}

function start(
  values: RequestDraft = { model: 'gen' },
  rules?: (draft: RequestDraft) => Rules,
  first: PlaygroundProps['first'] = 'both',
) {
  const onChange = vi.fn<(draft: RequestDraft) => void>()
  const onSend = vi.fn<(request: RequestDraft) => void>()
  render(
    <EditorCode value={nowhere}>
      <Playground values={values} rules={rules} first={first} onChange={onChange} onSend={onSend} />
    </EditorCode>,
  )
  const user = userEvent.setup()
  const draft = () => onChange.mock.lastCall?.[0]
  const send = async () => {
    await user.click(screen.getByRole('button', { name: 'Send' }))
    return onSend.mock.lastCall?.[0]
  }
  return { user, draft, send, onSend }
}

// The control for pairs is loaded when it is first drawn.
beforeAll(async () => {
  await loadParser()
  await act(async () => void start())
  await screen.findByRole('button', { name: 'Add to metadata' })
  cleanup()
})

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const json = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request JSON' })
const inGroup = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole<HTMLInputElement>('radio', { name })
const write = async (user: UserEvent, at: HTMLElement, text: string) => {
  await user.clear(at)
  await user.click(at)
  await user.paste(text)
}

afterEach(cleanup)

test('fields that the model does not take are one line that keeps what was set in them', async () => {
  const rules = (): Rules => ({
    fields: {
      temperature: { kind: 'off', why: 'Not listed.', by: 'model' },
      reasoning: { kind: 'off', why: 'Not listed.', by: 'model' },
      tier: { kind: 'off', why: 'Only without a stream.' },
    },
    check: () => undefined,
  })
  start({ model: 'gen', temperature: 0.7 }, rules, 'form')
  expect(screen.getByText('2 not supported by this model · 1 set, not sent')).toBeDefined()
  expect(screen.queryByRole('slider', { name: 'Temperature' })).toBeNull()
  expect(screen.getByText('Temperature').textContent).toContain('kept, not sent: 0.7')
  expect(screen.getByText('Off: Only without a stream.')).toBeDefined()
})

test('what nobody touched is not sent', async () => {
  const { send } = start()
  expect(await send()).toEqual({ model: 'gen' })
})

test('what was typed is sent, and an emptied box is not', async () => {
  const { user, send } = start()
  await user.type(box('Instructions'), 'Be brief.')
  await user.type(box('Tokens'), '256')
  expect(await send()).toEqual({ model: 'gen', instructions: 'Be brief.', tokens: 256 })
  await user.clear(box('Instructions'))
  await user.clear(box('Tokens'))
  expect(await send()).toEqual({ model: 'gen' })
})

test('zero is sent, as it was typed', async () => {
  const { user, send } = start()
  await user.type(box('Temperature'), '0.0')
  expect(box('Temperature').value).toBe('0.0')
  expect(await send()).toEqual({ model: 'gen', temperature: 0 })
})

test('a number that cannot be read stays in its box, is said, and is not sent past the person', async () => {
  const { user, draft, onSend } = start()
  await user.type(box('Tokens'), '12x')
  expect(box('Tokens').value).toBe('12x')
  expect(box('Tokens').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toContain('Not a number.')
  expect(draft()).toEqual({ model: 'gen', tokens: 12 })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSend).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Reset Tokens' }))
  expect(box('Tokens').value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a text that cannot be read survives a change in another field', async () => {
  const { user } = start()
  await user.type(box('Tokens'), 'many')
  await user.type(box('Instructions'), 'Hello')
  expect(box('Tokens').value).toBe('many')
})

test('arrow keys step a number, ten times as far with Shift, and stop at its bounds', async () => {
  const { user, draft } = start()
  await user.type(box('Tokens'), '{ArrowUp}')
  expect(draft()?.tokens).toBe(1)
  await user.type(box('Tokens'), '{Shift>}{ArrowUp}{/Shift}')
  expect(draft()?.tokens).toBe(11)
  await user.type(box('Tokens'), '{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(draft()?.tokens).toBe(1)
})

test('stepping leaves no dust of binary fractions', async () => {
  const { user, draft } = start({ model: 'gen', temperature: 0.2 })
  await user.type(box('Temperature'), '{ArrowUp}')
  expect(draft()?.temperature).toBe(0.3)
})

test('a slider says that it is not sent, and its first touch sets it', async () => {
  const { user, draft } = start()
  const slider = screen.getByRole('slider', { name: 'Temperature' })
  expect(slider.getAttribute('aria-valuetext')).toBe('not set')
  await user.pointer([{ keys: '[MouseLeft]', target: slider }])
  expect(draft()).toEqual({ model: 'gen', temperature: 1 })
  expect(slider.getAttribute('aria-valuetext')).toBeNull()
})

test('the first arrow sets an unset slider to its middle', async () => {
  const { user, draft } = start()
  screen.getByRole('slider', { name: 'Temperature' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(draft()).toEqual({ model: 'gen', temperature: 1 })
})

test('an unset slider can be set to every value, the one in the middle too', () => {
  const { draft } = start()
  fireEvent.change(screen.getByRole('slider', { name: 'Temperature' }), { target: { value: '1' } })
  expect(draft()).toEqual({ model: 'gen', temperature: 1 })
})

test('help is shown on demand, and always describes the control', async () => {
  const { user } = start()
  const help = screen.getByRole('button', { name: 'Help: Temperature' })
  const describes = () =>
    screen.getByRole('slider', { description: 'Randomness.' }) && screen.getByText('Randomness.').className
  expect(describes()).toBe('sr-only')
  await user.click(help)
  expect(describes()).toBe('')
  expect(help.getAttribute('aria-expanded')).toBe('true')
})

test('a switch has three states', async () => {
  const { user, send } = start()
  expect(inGroup('Stream', 'not set').checked).toBe(true)
  await user.click(inGroup('Stream', 'off'))
  expect(await send()).toEqual({ model: 'gen', stream: false })
  expect(screen.getByText('in request: false')).toBeDefined()
  await user.click(inGroup('Stream', 'not set'))
  expect(await send()).toEqual({ model: 'gen' })
})

test('an open select takes a known value or any other text, with a note', async () => {
  const { user, draft } = start()
  await user.click(inGroup('Effort', 'medium'))
  expect(draft()).toEqual({ model: 'gen', reasoning: { effort: 'medium' } })
  await user.click(inGroup('Effort', 'Other…'))
  await user.type(box('Effort, other value'), 'huge')
  expect(draft()).toEqual({ model: 'gen', reasoning: { effort: 'huge' } })
  expect(screen.getByText('Not a listed value; sent as it is.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Reset Effort' }))
  expect(draft()).toEqual({ model: 'gen' })
  expect(screen.queryByRole('textbox', { name: 'Effort, other value' })).toBeNull()
})

test('many values become a list to choose from, which can go back to not sent', async () => {
  const { user, draft } = start()
  const tier = screen.getByRole('combobox', { name: 'Tier' })
  await user.selectOptions(tier, 'flex')
  expect(draft()?.tier).toBe('flex')
  await user.selectOptions(tier, 'not set')
  expect(draft()).toEqual({ model: 'gen' })
})

test('JSON is kept while it is wrong, with the place of the error, and the caret goes there', async () => {
  const { user, draft } = start()
  await write(user, box('Tools'), '[1,\n2,]')
  expect(screen.getByRole('alert').textContent).toContain('Extra comma at line 2, column 3')
  expect(draft()).toEqual({ model: 'gen' })
  await user.click(screen.getByRole('button', { name: 'Go to line 2, column 3' }))
  expect(document.activeElement).toBe(box('Tools'))
  expect(box('Tools').selectionStart).toBe(6)
  await write(user, box('Tools'), '[1]')
  expect(draft()).toEqual({ model: 'gen', tools: [1] })
  expect(box('Tools').value).toBe('[1]')
})

test('names and values are rows, and a name may stand once', async () => {
  const { user, draft } = start()
  const add = screen.getByRole('button', { name: 'Add to metadata' })
  await user.click(add)
  await user.type(box('Metadata, name 1'), 'run')
  await user.type(box('Metadata, value 1'), '7')
  expect(draft()).toEqual({ model: 'gen', metadata: { run: '7' } })
  await user.click(add)
  await user.type(box('Metadata, name 2'), 'run')
  expect(screen.getByRole('alert').textContent).toContain('Duplicate name “run”')
  await user.type(box('Metadata, name 2'), '2')
  expect(draft()).toEqual({ model: 'gen', metadata: { run: '7', run2: '' } })
  await user.click(screen.getByRole('button', { name: 'Remove run' }))
  await user.click(screen.getByRole('button', { name: 'Remove run2' }))
  expect(draft()).toEqual({ model: 'gen' })
})

test('values that are no texts stay what they are when another row is edited', async () => {
  const { user, draft } = start({ model: 'gen', metadata: { deep: { a: 1 }, b: 'x' } })
  await user.type(box('Metadata, value 2'), 'y')
  expect(draft()?.metadata).toEqual({ deep: { a: 1 }, b: 'xy' })
})

test('only what is sent can be reset; resetting a needed field brings back its start', async () => {
  const { user, draft } = start()
  expect(screen.queryByRole('button', { name: 'Reset Model' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reset Instructions' })).toBeNull()
  await user.type(screen.getByRole('combobox', { name: 'Model' }), 'gen-2{Enter}')
  await user.click(screen.getByRole('button', { name: 'Reset Model' }))
  expect(draft()).toEqual({ model: 'gen' })
})

test('the whole form goes back to its start, and so do texts that cannot be read', async () => {
  const { user, draft } = start({ model: 'gen', stream: true })
  await user.type(box('Tokens'), 'x')
  await user.click(inGroup('Stream', 'off'))
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  expect(draft()).toEqual({ model: 'gen', stream: true })
  expect(box('Tokens').value).toBe('')
  expect(inGroup('Stream', 'on').checked).toBe(true)
})

test('a needed field is complained about after an attempt to send, not before', async () => {
  const { user, onSend } = start({})
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByRole('alert').textContent).toContain('Required.')
  expect(onSend).not.toHaveBeenCalled()
})

test('an error is tied to its control', async () => {
  const { user } = start()
  await user.type(box('Tokens'), '0')
  const about = box('Tokens').getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  expect(document.getElementById(about)?.textContent).toBe('Must be at least 1.')
})

test('a field that the model switches off says why, keeps its value and leaves it out', async () => {
  const rules = (draft: RequestDraft): Rules => ({
    fields: draft.model === 'gen' ? { temperature: { kind: 'off', why: 'This model samples by itself.' } } : {},
    check: () => undefined,
  })
  const { user, draft, send } = start({ model: 'gen', temperature: 0.5 }, rules)
  expect(screen.getByText('Off: This model samples by itself.')).toBeDefined()
  expect(screen.getByText('The value is kept but not sent.')).toBeDefined()
  expect(box('Temperature').disabled).toBe(true)
  expect(box('Temperature').value).toBe('0.5')
  expect(await send()).toEqual({ model: 'gen' })
  await user.type(screen.getByRole('combobox', { name: 'Model' }), 'genX{Enter}')
  expect(draft()).toEqual({ model: 'genX', temperature: 0.5 })
  expect(await send()).toEqual({ model: 'genX', temperature: 0.5 })
})

test('a model that takes only some values offers only those', () => {
  const rules = (): Rules => ({ fields: { tier: { kind: 'only', values: ['flex', 'auto'] } }, check: () => undefined })
  start({ model: 'gen' }, rules)
  const group = within(screen.getByRole('radiogroup', { name: 'Tier' }))
  expect(group.getAllByRole('radio')).toHaveLength(2)
  expect(group.getByRole('radio', { name: 'flex' })).toBeDefined()
})

test('the fold counts what it hides', async () => {
  const { user } = start()
  const fold = screen.getByText('More parameters')
  expect(fold.textContent).toContain('0 in request')
  await user.click(fold)
  await user.type(box('User'), 'me')
  expect(fold.textContent).toContain('1 in request')
})

test('the form writes the JSON', async () => {
  const { user } = start()
  await user.click(inGroup('Stream', 'on'))
  expect(JSON.parse(json().value)).toEqual({ model: 'gen', stream: true })
})

test('the JSON writes the form; unknown fields pass and are named', async () => {
  const { user, send } = start()
  await write(user, json(), '{"model":"m","temperature":1.5,"foo":[0],"reasoning":{"effort":"low","bar":null}}')
  expect(box('Temperature').value).toBe('1.5')
  expect(inGroup('Effort', 'low').checked).toBe(true)
  expect(screen.getByText('Also sent: foo, reasoning.bar')).toBeDefined()
  expect(await send()).toEqual({ model: 'm', temperature: 1.5, foo: [0], reasoning: { effort: 'low', bar: null } })
})

test('wrong JSON is kept and said, blocks sending, and the form keeps the last request', async () => {
  const { user, onSend } = start()
  await write(user, json(), '{"model": "m",\n "stream": tru}')
  expect(json().value).toBe('{"model": "m",\n "stream": tru}')
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    'Expected a value at line 2, column 12',
  )
  await user.click(inGroup('Stream', 'off'))
  expect(json().value).toContain('tru}')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSend).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(JSON.parse(json().value)).toEqual({ model: 'gen', stream: false })
})

test.each(['[]', 'null', '1', ''])('%j is no request', async (text) => {
  const { user } = start()
  await write(user, json(), text)
  expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe('The request must be an object: { … }.')
})

test('values of a type that a control does not draw are shown and survive', async () => {
  const { user, draft } = start()
  await write(user, json(), '{"model":"m","instructions":{"a":1},"reasoning":{"effort":null}}')
  expect(box('Instructions').value).toBe('{"a":1}')
  expect(screen.getByText('null, sent as it is.')).toBeDefined()
  await user.click(inGroup('Stream', 'on'))
  expect(draft()).toEqual({ model: 'm', instructions: { a: 1 }, reasoning: { effort: null }, stream: true })
})

test('a request can be put in whole', async () => {
  const { user, send } = start()
  await user.type(box('Tokens'), 'x')
  await user.click(screen.getByRole('button', { name: 'Reuse' }))
  expect(box('Tokens').value).toBe('')
  expect(await send()).toEqual({ model: 'other', temperature: 1 })
})

test('a name may be called like what every object inherits', async () => {
  const { user, send } = start()
  await user.click(screen.getByRole('button', { name: 'Add to metadata' }))
  await user.type(box('Metadata, name 1'), '__proto__')
  await user.type(box('Metadata, value 1'), 'kept')
  expect(JSON.stringify(await send())).toBe('{"model":"gen","metadata":{"__proto__":"kept"}}')
})

test.each([
  ['Instructions', 'x', () => box('Instructions')],
  ['Tokens', '12x', () => box('Tokens')],
  ['Temperature', '1', () => screen.getByRole('slider', { name: 'Temperature' })],
  ['Tools', '1', () => box('Tools')],
])('after a press of Reset %s the focus is at the control', async (title, text, control) => {
  const { user } = start()
  await user.type(box(title), text)
  await user.click(screen.getByRole('button', { name: `Reset ${title}` }))
  expect(document.activeElement).toBe(control())
})

test('after a press of Reset the focus is at the chosen segment, the list, or what adds a row', async () => {
  const { user } = start({ model: 'gen', tier: 'flex', metadata: { a: 'b' }, stream: true, reasoning: { effort: 'x' } })
  const reset = (title: string) => user.click(screen.getByRole('button', { name: `Reset ${title}` }))
  await reset('Stream')
  expect(document.activeElement).toBe(inGroup('Stream', 'not set'))
  await reset('Effort')
  expect(document.activeElement).toBe(inGroup('Effort', 'low'))
  await reset('Tier')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Tier' }))
  await reset('Metadata')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to metadata' }))
})

test('after a press of Reset in the fold the focus is at the control', async () => {
  const { user } = start()
  await user.click(screen.getByText('More parameters'))
  await user.type(box('User'), 'x')
  await user.click(screen.getByRole('button', { name: 'Reset User' }))
  expect(document.activeElement).toBe(box('User'))
})

test('after a press of Reset at a field that is switched off the focus is in its row', async () => {
  const rules = (): Rules => ({ fields: { user: { kind: 'off', why: 'Unknown here.' } }, check: () => undefined })
  const { user } = start({ model: 'gen', user: 'me' }, rules)
  await user.click(screen.getByText('More parameters'))
  await user.click(screen.getByRole('button', { name: 'Reset User' }))
  expect(document.activeElement?.contains(box('User'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('no press of a button that vanishes drops the focus', async () => {
  const { user } = start({ model: 'gen', metadata: { a: 'b' } })
  await user.click(screen.getByRole('button', { name: 'Remove a' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to metadata' }))
  await write(user, json(), '{')
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(document.activeElement).toBe(json())
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reset all' }))
})

test('a reset of everything can be undone, texts that cannot be read included, until the next change', async () => {
  const { user, draft } = start({ model: 'gen', stream: true })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(inGroup('Stream', 'off'))
  await user.type(box('Tokens'), 'x')
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(draft()).toEqual({ model: 'gen', stream: false })
  expect(box('Tokens').value).toBe('x')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  await user.type(box('Instructions'), 'y')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the fold stays as it is while the other view is shown', async () => {
  const { user } = start()
  const fold = () => screen.getByText('More parameters').closest('details')
  await user.click(screen.getByText('More parameters'))
  await expect.poll(() => fold()?.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Turn' }))
  expect(screen.queryByText('More parameters')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Turn' }))
  expect(fold()?.open).toBe(true)
})

test('what comes from elsewhere is named where it is typed, and not sent', async () => {
  const { user, draft, send } = start()
  await write(user, json(), '{"model":"m","input":"hello","foo":1}')
  expect(screen.getAllByText('input: comes from the conversation, set elsewhere')).toHaveLength(2)
  expect(screen.getByText('Also sent: foo')).toBeDefined()
  expect(draft()).toEqual({ model: 'm', input: 'hello', foo: 1 })
  expect(await send()).toEqual({ model: 'm', foo: 1 })
})

test('a field with an error is not called sent', async () => {
  const { user } = start()
  await user.type(box('Tokens'), '0')
  expect(screen.queryByText('in request')?.closest('div')?.textContent).toBe('Modelin request')
  expect(screen.getByText('cannot be sent')).toBeDefined()
  await user.type(box('Tokens'), 'x')
  expect(screen.queryByText('cannot be sent')).toBeNull()
  expect(screen.getByText('not readable')).toBeDefined()
})

test('an error inside a list is said with its place, in both views', async () => {
  const { user } = start()
  await write(user, json(), '{"model":"gen","list":[1]}')
  expect(screen.getByText('list[0]: must be an object.', { selector: '[role=alert]' })).toBeDefined()
  expect(screen.getAllByText('list[0]: must be an object.')).toHaveLength(2)
})

test('what could not be read is kept apart, and stands there again with what was kept', async () => {
  const first = renderHook(() => useRequestForm(Schema, { values: { model: 'gen' } }))
  act(() => first.result.current.enter('tools', '[1,', { kind: 'unreadable', why: 'It does not end.' }))
  act(() => first.result.current.enter('user', 'me', { kind: 'value', value: 'me' }))
  const { draft, unread } = first.result.current
  expect(unread).toEqual({ tools: { raw: '[1,', problem: 'It does not end.' } })
  const again = renderHook(() => useRequestForm(Schema, { kept: draft, unread }))
  expect(again.result.current).toMatchObject({ draft, unread, errors: { tools: 'It does not end.' } })
  const send = vi.fn<(request: RequestDraft) => void>()
  act(() => again.result.current.submit(send))
  expect(send).not.toHaveBeenCalled()
  act(() => again.result.current.set('tools', [1]))
  expect(again.result.current.unread).toEqual({})
})

test('a panel that draws itself anew, as for every piece of a reply, does not draw its form anew', () => {
  const setup = { values: { model: 'gen' } }
  const { result, rerender } = renderHook(() => useRequestForm(Schema, setup))
  const before = result.current
  rerender()
  expect(result.current).toBe(before)
})

test('a submit that finds errors moves the focus to the first of them, and unfolds it', async () => {
  const { user } = start({ model: 'gen', user: 3, tokens: 0 }, undefined, 'form')
  const send = screen.getByRole('button', { name: 'Send' })
  await user.click(send)
  expect(document.activeElement).toBe(box('Tokens'))
  await write(user, box('Tokens'), '1')
  await user.click(send)
  expect(document.activeElement).toBe(box('User'))
  expect(box('User').closest('details')?.open).toBe(true)
})

test('no note stands beside an error', async () => {
  const rules = (): Rules => ({ fields: {}, check: () => ({ param: 'temperature', message: 'Only 1.' }) })
  const { user } = start({ model: 'gen' }, rules)
  await user.type(box('Temperature'), '5')
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Only 1.')
  expect(screen.queryByText('Outside 0–2; sent as it is.')).toBeNull()
})

/** The titles of the fields that were drawn. */
const drawn: string[] = []

function Counted(props: ControlProps) {
  drawn.push(props.field.title)
  return (
    <fieldset aria-labelledby={props.labelId}>
      <TextControl {...props} />
    </fieldset>
  )
}

const CountedSchema = z.looseObject({
  prompt: field(z.string(), { title: 'Prompt', control: 'file' }),
  image: field(optional(z.unknown()), { title: 'Image', control: 'file' }),
  count: field(optional(z.int()), { title: 'Count', control: 'number' }),
})

const countedSetup = {
  values: { prompt: 'x'.repeat(200_000), image: { a: 'b' } },
  rules: ({ count }: RequestDraft): Rules => ({
    fields: count === 5 ? { image: { kind: 'off', why: 'Not with five.' } } : {},
    check: () => undefined,
  }),
}

function CountedForm() {
  return <SchemaForm form={useRequestForm(CountedSchema, countedSetup)} />
}

test('a key stroke draws its own row only, unless a rule or an error changes another', async () => {
  render(
    <FileFields value={Counted}>
      <CountedForm />
    </FileFields>,
  )
  const user = userEvent.setup()
  const drawnBy = async (title: string, text: string) => {
    drawn.length = 0
    const group = screen.queryByRole('group', { name: title })
    await user.type(group ? within(group).getByRole('textbox') : box(title), text)
    return [...new Set(drawn)].sort()
  }
  expect(await drawnBy('Prompt', 'y')).toEqual(['Prompt'])
  expect(await drawnBy('Count', '4')).toEqual([])
  await user.clear(box('Count'))
  expect(await drawnBy('Count', '5')).toEqual(['Image'])
})
