import { expect, test, vi } from 'vitest'
import { FormState } from './form-state.ts'
import { Entry, entryAt, valuesOf } from './form-values.ts'

const fields = ['model', 'reasoning.effort'].map((path) => ({ path, title: path, control: 'text' as const }))

/** A form that cannot be sent while `reasoning.effort` is `none`. */
function stateOf() {
  const described = fields as unknown as ConstructorParameters<typeof FormState>[1]
  return new FormState(valuesOf({ model: 'gen' }, described), described, (values) => {
    const request = Object.fromEntries(fields.map(({ path }) => [path, entryAt(values, path).value]))
    const errors = request['reasoning.effort'] === 'none' ? { 'reasoning.effort': 'Must be more.' } : {}
    return { draft: request, rules: undefined, request, unread: {}, placed: [], errors }
  })
}

test('what is changed before, while and after the library loads is all there, and each change is published at once', async () => {
  const state = stateOf()
  const heard = vi.fn()
  state.subscribe(heard)
  state.setEntry('model', new Entry('gen-2', 'gen-2'))
  expect(entryAt(state.now().values, 'model')).toEqual(new Entry('gen-2', 'gen-2'))
  expect(heard).toHaveBeenCalledTimes(1)
  state.setEntry('reasoning.effort', new Entry('low'))
  await import('./hook-form.ts')
  state.setEntry('', new Entry({ model: 'gen-2', extra: 1 }))
  expect(heard.mock.calls.length).toBeGreaterThan(2)
  const { values } = state.now()
  expect([values.whole.value, entryAt(values, 'model').raw, entryAt(values, 'reasoning.effort').value]).toEqual([
    { model: 'gen-2', extra: 1 },
    'gen-2',
    'low',
  ])
})

test('an untouched form is sent in the same task; one with an error moves the focus there and is not sent', async () => {
  const state = stateOf()
  const sent = vi.fn()
  const focus = vi.fn()
  state.register('model', { focus: () => expect.unreachable() })
  const end = state.register('reasoning.effort', { focus })
  void state.submit(sent)
  expect(sent).toHaveBeenCalledExactlyOnceWith({ model: 'gen', 'reasoning.effort': undefined })
  state.setEntry('reasoning.effort', new Entry('none'))
  await state.submit(sent)
  expect(focus).toHaveBeenCalled()
  expect(state.now().isSubmitted).toBe(true)
  expect(sent).toHaveBeenCalledOnce()
  state.reset(valuesOf({ model: 'gen' }, fields as never))
  expect(state.now()).toMatchObject({ isSubmitted: false })
  await state.submit(sent)
  expect(sent).toHaveBeenCalledTimes(2)
  end()
})

test('an error in a field that is not drawn makes it wanted, and its box gets the focus once it is drawn', async () => {
  const state = stateOf()
  state.setEntry('reasoning.effort', new Entry('none'))
  await state.submit(() => expect.unreachable())
  expect(state.now().wanted).toEqual({ path: 'reasoning.effort' })
  const focus = vi.fn()
  state.register('reasoning.effort', { focus })
  expect(focus).toHaveBeenCalledOnce()
  expect(state.now().wanted).toBeUndefined()
})
