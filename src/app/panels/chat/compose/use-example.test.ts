import { expect, test } from 'vitest'
import { withoutExample } from './use-example.ts'

const before = { model: 'm', temperature: 0.5 }
const settings = { model: 'fault-cut', tools: [{ type: 'function', name: 'f' }] }

test('without an example the form is as it was before', () => {
  expect(withoutExample({ ...before, ...structuredClone(settings) }, { settings, before })).toEqual(before)
})

test('what was changed since the example was taken stays', () => {
  const changed = { ...before, ...settings, model: 'another', temperature: 1, top_p: 0.5 }
  expect(withoutExample(changed, { settings, before })).toEqual({ model: 'another', temperature: 1, top_p: 0.5 })
})
