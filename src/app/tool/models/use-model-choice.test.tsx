import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readModels } from '#contract/models/models.ts'
import { useRequestForm } from '../../form/use-request-form.ts'
import { chatTool, generateTool, type Tool } from '../tools.ts'
import { type ChosenModels, chosenAt, firstFitting, useModelChoice } from './use-model-choice.ts'

afterEach(cleanup)

const schema = z.looseObject({ model: z.string() })
const ollama = readModels({ data: [{ id: 'llama3.2:latest' }, { id: 'nomic-embed-text' }, { id: 'qwen3:8b' }] })
const groq = readModels({ data: [{ id: 'whisper-large-v3' }, { id: 'llama-3.3-70b-versatile' }] })
const litellm = readModels({ data: [{ id: 'openai/*' }, { id: 'house' }] })

interface At {
  readonly connection: string
  readonly cards?: ReturnType<typeof readModels> | undefined
}

/** The form of a tool whose draft named `draft`, at a connection. */
function open(at: At, { tool = chatTool, ...start }: { tool?: Tool; draft?: string; models?: ChosenModels } = {}) {
  const hook = renderHook(
    ({ connection, cards }: At) => {
      const draft = start.draft ?? chosenAt(start.models, connection)?.id
      const form = useRequestForm(schema, { kept: draft === undefined ? {} : { model: draft } })
      const proposed = cards && firstFitting(cards, tool)
      const isFresh = draft === undefined || chosenAt(start.models, connection)?.automatic === true
      const choice = useModelChoice({ tool, form, stored: start.models, connection, cards, proposed, isFresh })
      return { form, ...choice }
    },
    { initialProps: at },
  )
  return {
    model: () => hook.result.current.form.draft.model,
    replaced: () => hook.result.current.replaced,
    models: () => hook.result.current.models,
    noneFits: () => hook.result.current.noneFits,
    type: (model: string) => act(() => hook.result.current.form.set('model', model)),
    do: (what: 'insist' | 'dismiss') => act(() => hook.result.current[what]()),
    at: (next: At) => hook.rerender(next),
  }
}

test('a new form takes the first model that fits, and nothing is said of it', () => {
  const form = open({ connection: 'groq' })
  expect(form.model()).toBeUndefined()
  form.at({ connection: 'groq', cards: groq })
  expect(form.model()).toBe('llama-3.3-70b-versatile')
  expect(form.replaced()).toBeUndefined()
})

test('a model of an older draft that the list lacks is replaced, which is said and can be taken back', () => {
  const form = open({ connection: 'ollama', cards: ollama }, { draft: 'gen-5.4-pro' })
  expect(form.model()).toBe('llama3.2:latest')
  expect(form.replaced()).toMatchObject({ from: 'gen-5.4-pro', to: 'llama3.2:latest' })
  expect(form.models()).toEqual({ ollama: { id: 'llama3.2:latest' } })
  form.do('insist')
  expect(form.model()).toBe('gen-5.4-pro')
  expect(form.replaced()).toBeUndefined()
  expect(form.models()).toEqual({ ollama: { id: 'gen-5.4-pro', unlisted: true } })
})

test('a model that is listed and serves something else does not fit either', () => {
  const form = open({ connection: 'groq', cards: groq }, { draft: 'whisper-large-v3' })
  expect(form.model()).toBe('llama-3.3-70b-versatile')
})

test('where no model of the list fits, none is named, and that is said', () => {
  const form = open({ connection: 'ollama', cards: ollama }, { draft: 'gen-image-2', tool: generateTool })
  expect(form.model()).toBeUndefined()
  expect(form.replaced()).toMatchObject({ from: 'gen-image-2', to: undefined })
  expect(form.noneFits()).toBe(true)
  expect(open({ connection: 'groq', cards: groq }).noneFits()).toBe(false)
  expect(open({ connection: 'groq' }).noneFits()).toBe(false)
  form.do('dismiss')
  expect(form.replaced()).toBeUndefined()
})

test('each connection keeps its model, also one that was typed and is not listed', () => {
  const form = open({ connection: 'ollama', cards: ollama })
  form.type('qwen3:8b')
  form.at({ connection: 'groq', cards: undefined })
  form.at({ connection: 'groq', cards: groq })
  expect(form.model()).toBe('llama-3.3-70b-versatile')
  form.type('my-preview')
  form.at({ connection: 'ollama', cards: ollama })
  expect(form.model()).toBe('qwen3:8b')
  expect(form.replaced()).toBeUndefined()
  form.at({ connection: 'groq', cards: groq })
  expect(form.model()).toBe('my-preview')
  expect(form.replaced()).toBeUndefined()
  const again = open({ connection: 'groq', cards: groq }, { models: form.models() })
  expect(again.model()).toBe('my-preview')
})

test('a model that a connection had and no longer lists is replaced', () => {
  const form = open({ connection: 'ollama', cards: ollama }, { models: { ollama: { id: 'gone:7b' } } })
  expect(form.model()).toBe('llama3.2:latest')
  expect(form.replaced()).toMatchObject({ from: 'gone:7b' })
})

test('an address that names a model of another connection leads to the own last model', () => {
  const models = { ollama: { id: 'qwen3:8b' } }
  const form = open({ connection: 'ollama', cards: ollama }, { draft: 'gen-5.4-pro', models })
  expect(form.model()).toBe('qwen3:8b')
  expect(form.replaced()).toMatchObject({ from: 'gen-5.4-pro', to: 'qwen3:8b' })
})

test('what is typed before the list comes stands, and so does any later change', () => {
  const form = open({ connection: 'groq' }, { draft: 'gen-5.4-pro' })
  form.type('own-model')
  form.at({ connection: 'groq', cards: groq })
  expect(form.model()).toBe('own-model')
  form.type('other')
  form.at({ connection: 'groq', cards: [...groq] })
  expect(form.model()).toBe('other')
})

test('a model that nobody changed is remembered too', () => {
  const form = open({ connection: 'ollama', cards: ollama }, { draft: 'qwen3:8b' })
  expect(form.models()).toEqual({ ollama: { id: 'qwen3:8b' } })
  form.at({ connection: 'groq', cards: groq })
  form.at({ connection: 'ollama', cards: ollama })
  expect(form.model()).toBe('qwen3:8b')
  expect(form.replaced()).toBeUndefined()
})

test('a model that nobody chose gives way to a better one, and comes back with its connection', () => {
  const sandboxed = readModels([{ id: 'gen-5.4-pro', capabilities: ['responses'], sandbox: true }])
  const form = open({ connection: 'local', cards: sandboxed })
  expect(form.models()).toEqual({ local: { id: 'gen-5.4-pro', automatic: true } })
  form.at({ connection: 'ollama', cards: ollama })
  form.at({ connection: 'local', cards: sandboxed })
  expect(form.model()).toBe('gen-5.4-pro')
  expect(form.replaced()).toBeUndefined()
  const models = { local: { id: 'gen-5.4-pro', automatic: true } }
  const later = open({ connection: 'local', cards: [...sandboxed, ...ollama] }, { models })
  expect(later.model()).toBe('llama3.2:latest')
  expect(later.replaced()).toBeUndefined()
})

test('a pattern of the list stands for the models that it fits, and is never taken itself', () => {
  expect(open({ connection: 'l', cards: litellm }, { draft: 'openai/gpt-5' }).model()).toBe('openai/gpt-5')
  expect(open({ connection: 'l', cards: litellm }, { draft: 'gen-5.4-pro' }).model()).toBe('house')
})

test('without a list nothing is replaced', () => {
  const form = open({ connection: 'groq' }, { draft: 'gen-5.4-pro' })
  expect(form.model()).toBe('gen-5.4-pro')
  expect(form.models()).toEqual({})
})

const entry = (id: string, capabilities: readonly string[], more: object = {}) => ({ id, capabilities, ...more })
const sandbox = { sandbox: true }
const speech = { endpoint: 'audio.speech', fresh: { model: 'gen-4o-mini-tts', voice: 'alloy' } } as const

test('a real model comes before the sandbox’s, the usual one before others, a deprecated one last', () => {
  const own = [entry('sandbox-fast', ['responses'], sandbox), entry('gen-5.4-pro', ['responses'], sandbox)]
  expect(firstFitting(readModels(own), chatTool)).toBe('gen-5.4-pro')
  const local = entry('my-own', ['responses', 'streaming'], { local: true })
  const old = entry('older', ['responses'], { deprecated: true })
  expect(firstFitting(readModels([...own, old]), chatTool)).toBe('older')
  expect(firstFitting(readModels([...own, old, local]), chatTool)).toBe('my-own')
  expect(firstFitting(readModels([local, entry('gen-5.4-pro', ['responses'])]), chatTool)).toBe('gen-5.4-pro')
  expect(firstFitting(readModels([...own, local]), speech)).toBeUndefined()
})

test('a model of which nothing is known is taken for text, where there is no other', () => {
  expect(firstFitting(readModels(['far-away']), chatTool)).toBe('far-away')
  expect(firstFitting(readModels(['far-away', 'gpt-4o']), chatTool)).toBe('gpt-4o')
  expect(firstFitting(readModels(['far-away']), generateTool)).toBeUndefined()
})

test('one that lists its voices without the usual one is left to be chosen', () => {
  const voices = (...names: string[]) => readModels([entry('tts', ['audio.speech'], { supported_voices: names })])
  expect(firstFitting(voices('Rachel'), speech)).toBeUndefined()
  expect(firstFitting(voices('alloy'), speech)).toBe('tts')
})
