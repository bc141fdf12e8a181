import { expect, test } from 'vitest'
import { settingsInWords } from './settings-in-words.ts'

test('settings stand under the titles of the form, in its order, with units, and nested ones too', () => {
  const request = {
    ...{ tools: [{ type: 'function', name: 'weather' }, { type: 'web_search' }], temperature: 0.7 },
    ...{ reasoning: { effort: 'high' }, max_output_tokens: 300, parallel_tool_calls: false, top_p: null },
  }
  expect(settingsInWords('responses', request)).toEqual([
    ['Max output tokens', '300 tokens'],
    ['Reasoning effort', 'high'],
    ['Temperature', '0.7'],
    ['Tools', 'weather, web_search'],
    ['Parallel tool calls', 'off'],
  ])
})

test('what the form does not have stands under its own name, and names of every object say nothing', () => {
  const request = { prompt: 'A boat', seed: 7, toString: 'x', reasoning: { depth: 2 } }
  expect(settingsInWords('images.generations', request)).toEqual([
    ['Prompt', 'A boat'],
    ['seed', '7'],
    ['toString', 'x'],
    ['reasoning', 'depth 2'],
  ])
})

test('long values are cut, and deep ones in a text are left as they are', () => {
  const deep = '['.repeat(100_000)
  const [[, cut] = ['', '']] = settingsInWords('responses', { user: deep })
  expect(cut).toHaveLength(301)
})
