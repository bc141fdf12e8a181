import { expect, test } from 'vitest'
import type { SavedPrompt } from '#lab/prompts/saved-prompt.ts'
import { addToLibrary, keepPromptVersion, libraryIn, promptPrefix, removePrompt } from './prompt-drafts.ts'

function memory() {
  const stored = new Map<string, unknown>()
  return {
    stored,
    read: async (key: string) => stored.get(key),
    write: async (key: string, value: unknown) =>
      void (value === undefined ? stored.delete(key) : stored.set(key, value)),
    under: async (prefix: string) =>
      new Map(
        [...stored].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
      ),
  }
}

const prompt = (name: string): SavedPrompt => ({ name, instructions: '', messages: [], variables: {}, parameters: {} })
const version = (id: string, at: number, name = id) => ({ id, at, note: '', prompt: prompt(name) })

test('versions that two tabs save at once are both kept, and numbered by their time', async () => {
  const drafts = memory()
  await keepPromptVersion(drafts, 'p', version('a', 1))
  await Promise.all([keepPromptVersion(drafts, 'p', version('c', 3)), keepPromptVersion(drafts, 'p', version('b', 2))])
  await keepPromptVersion(drafts, 'q', version('x', 9))
  const { prompts, unreadable } = libraryIn(await drafts.under(promptPrefix))
  expect(prompts.map(({ id, versions }) => [id, versions.map((one) => one.id)])).toEqual([
    ['q', ['x']],
    ['p', ['a', 'b', 'c']],
  ])
  expect(unreadable).toBe(0)
})

test('a newer version and a damaged one are counted and stay as they are, also when the prompt is deleted and put back', async () => {
  const drafts = memory()
  await keepPromptVersion(drafts, 'p', version('a', 1))
  drafts.stored.set('prompt.p.n', { version: 2, id: 'n', at: 2, note: '', prompt: {} })
  drafts.stored.set('prompt.r.d', 'damaged')
  const { prompts, unreadable } = libraryIn(await drafts.under(promptPrefix))
  expect([prompts.map(({ id }) => id), unreadable]).toEqual([['p'], 2])
  const [first] = prompts
  if (!first) throw new Error('It is not listed.')
  await removePrompt(drafts, first)
  expect([...drafts.stored.keys()]).toEqual(['prompt.p.n', 'prompt.r.d'])
  expect(await addToLibrary(drafts, [first])).toBe(1)
  expect(await addToLibrary(drafts, [first])).toBe(0)
  expect(libraryIn(await drafts.under(promptPrefix)).prompts).toEqual(prompts)
})
