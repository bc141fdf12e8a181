import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useEntry, useFormState } from './form-state.ts'
import { Entry, entryAt, valuesOf } from './form-values.ts'
import type { JudgeValues } from './judge.ts'

afterEach(cleanup)

const fields = ['model', 'reasoning.effort'].map((path) => ({
  ...{ path, title: path, control: 'text' as const },
  ...{ types: [], required: false, suggestions: [], closed: false },
}))

/** A form that cannot be sent while `reasoning.effort` is `none`. */
const verdictOn: JudgeValues = (values) => {
  const request = Object.fromEntries(fields.map(({ path }) => [path, entryAt(values, path).value]))
  const errors = request['reasoning.effort'] === 'none' ? { 'reasoning.effort': 'Must be more.' } : undefined
  return { draft: request, rules: undefined, request, unread: {}, placed: [], errors: errors ?? {} }
}

function start() {
  const { result } = renderHook(() => useFormState(() => valuesOf({ model: 'gen' }, fields), verdictOn))
  const set = (path: string, value: unknown) => act(() => result.current.state.setEntry(path, new Entry(value)))
  return { form: () => result.current, set, state: result.current.state }
}

test('what is changed is there at once, and in every row once React has rendered', () => {
  const { form, state } = start()
  const row = renderHook(() => useEntry(state, 'model', () => {}))
  act(() => {
    state.setEntry('model', new Entry('gen-2', 'gen-2'))
    state.setEntry('reasoning.effort', new Entry('low'))
    expect(entryAt(state.values(), 'model')).toEqual(new Entry('gen-2', 'gen-2'))
  })
  expect(row.result.current).toEqual(new Entry('gen-2', 'gen-2'))
  expect(entryAt(form().values, 'reasoning.effort').value).toBe('low')
})

test('a form without errors is sent; one with an error moves the focus there and is not, until it is reset', async () => {
  const { form, set, state } = start()
  const sent = vi.fn()
  const focus = vi.fn()
  state.boxes.add('model', () => expect.unreachable())
  state.boxes.add('reasoning.effort', focus)
  await act(async () => form().submit(sent))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ model: 'gen', 'reasoning.effort': undefined })
  set('reasoning.effort', 'none')
  await act(async () => form().submit(sent))
  expect(focus).toHaveBeenCalledOnce()
  expect(form().isSubmitted).toBe(true)
  expect(sent).toHaveBeenCalledOnce()
  act(() => state.reset(valuesOf({ model: 'gen' }, fields)))
  expect(form().isSubmitted).toBe(false)
  await act(async () => form().submit(sent))
  expect(sent).toHaveBeenCalledTimes(2)
})

test('an error in a field that is not drawn makes it wanted, and its box gets the focus once it is drawn', async () => {
  const { form, set, state } = start()
  set('reasoning.effort', 'none')
  await act(async () => form().submit(() => expect.unreachable()))
  expect(form().wanted).toEqual({ path: 'reasoning.effort' })
  const focus = vi.fn()
  act(() => void state.boxes.add('reasoning.effort', focus))
  expect(focus).toHaveBeenCalledOnce()
  expect(form().wanted).toBeUndefined()
})
