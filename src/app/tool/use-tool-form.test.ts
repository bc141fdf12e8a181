import { expect, test } from 'vitest'
import { readModels } from '#contract/models/models.ts'
import { realModel } from './use-tool-form.ts'

const entry = (id: string, capabilities: readonly string[], more: object = {}) => ({ id, capabilities, ...more })
const sandbox = { sandbox: true }
const chat = { endpoint: 'responses', fresh: { model: 'gen-5.4-pro' } } as const
const speech = { endpoint: 'audio.speech', fresh: { model: 'gen-4o-mini-tts', voice: 'alloy' } } as const

test('a new form names a model that is not the sandbox’s where one serves its endpoint', () => {
  const own = [entry('gen-5.4-pro', ['responses'], sandbox), entry('gen-4o-mini-tts', ['audio.speech'], sandbox)]
  expect(realModel(readModels(own), chat)).toBeUndefined()
  const local = entry('llama3', ['responses', 'streaming'], { local: true })
  expect(realModel(readModels([...own, local]), chat)).toBe('llama3')
  expect(realModel(readModels([...own, local]), speech)).toBeUndefined()
  expect(realModel(readModels([local, entry('gen-5.4-pro', ['responses'])]), chat)).toBe('gen-5.4-pro')
  expect(realModel(readModels([{ id: 'unreported' }]), chat)).toBeUndefined()
})

test('one that lists its voices without the usual one is left to be chosen', () => {
  const voices = (...names: string[]) => readModels([entry('tts', ['audio.speech'], { supported_voices: names })])
  expect(realModel(voices('Rachel'), speech)).toBeUndefined()
  expect(realModel(voices('alloy'), speech)).toBe('tts')
})
