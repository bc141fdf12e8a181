import { expect, test } from 'vitest'
import { convertedItems } from './converted-items.ts'
import { readPrompts, withPromptHead } from './read-prompts.ts'
import { libraryFile } from './saved-prompt.ts'

function read(value: unknown) {
  const reading = readPrompts(typeof value === 'string' ? value : JSON.stringify(value))
  if (reading.status !== 'read') throw new Error(JSON.stringify(reading))
  return reading
}
const one = (value: unknown) => read(value).prompts[0]

const user = (text: string) => ({ type: 'message' as const, role: 'user', content: [{ type: 'input_text', text }] })

test('a saved prompt of OpenAI keeps its texts, variables with values, model and parameters; what else it says is listed', () => {
  const { prompts, losses } = read({
    id: 'pmpt_68',
    version: '3',
    name: 'Tutor',
    model: 'gpt-5.4',
    instructions: 'Answer in {{language}}.',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Explain {{topic}} in {{n}} words.' }] }],
    variables: {
      topic: 'tides',
      n: 40,
      language: { type: 'text', default: 'English' },
      report: { type: 'input_file', file_id: 'f' },
    },
    tools: [{ type: 'web_search' }],
    text: { format: { type: 'text' } },
    owner: 'somebody',
  })
  expect(prompts).toEqual([
    {
      name: 'Tutor',
      instructions: 'Answer in {{language}}.',
      messages: [user('Explain {{topic}} in {{n}} words.')],
      variables: {
        language: { type: 'text', default: 'English' },
        topic: { type: 'text', default: 'tides' },
        n: { type: 'number', default: '40' },
        report: { type: 'file' },
      },
      parameters: { model: 'gpt-5.4', tools: [{ type: 'web_search' }], text: { format: { type: 'text' } } },
    },
  ])
  expect(losses).toEqual(['“owner” not taken over'])
})

test('files of promptfoo have a prompt in each line, or in the column `prompt` of a table', () => {
  const csv = 'label,prompt,config\nBrief,"Say ""{{x}}"", briefly",{}\n,Say {{x}}\nLong,Explain {{x}},\n'
  expect(read(csv).prompts.map(({ name, messages }) => [name, ...messages])).toEqual([
    ['Brief', user('Say "{{x}}", briefly')],
    ['Long', user('Explain {{x}}')],
  ])
  expect(read(csv).losses).toEqual([
    'line 3 not read: it has another number of columns',
    'column “config” not taken over',
  ])
  const texts = ({ prompts }: ReturnType<typeof read>) => prompts.map(({ messages }) => messages[0])
  expect(texts(read('prompt\nHello, {{x}}\nBye'))).toEqual([user('Hello, {{x}}'), user('Bye')])
  expect(texts(read('prompt;label\r\nSay {{a}};Eins\r\nSag {{b}};Zwei\r\n'))).toEqual([
    user('Say {{a}}'),
    user('Sag {{b}}'),
  ])
  expect(texts(read('prompt\n"Two\nlines"\n'))).toEqual([user('Two\nlines')])
  expect(texts(read('Write a prompt, then stop.\nNow.'))).toEqual([user('Write a prompt, then stop.\nNow.')])
  expect(texts(read('Label,Prompt\nA,Say'))).toEqual([user('Say')])
  expect(texts(read(withPromptHead('Write a poem, please\nTranslate {{x}}\n')))).toEqual([
    user('Write a poem, please'),
    user('Translate {{x}}'),
  ])
  expect(texts(read(withPromptHead('"Two\nlines"\nOne\n')))).toEqual([user('Two\nlines'), user('One')])
  for (const table of ['label,prompt\nA,Say', 'act,text\nPoet,Write'])
    expect(withPromptHead(table), 'has a head of its own').toBe(table)
  expect(read('act,text\nPoet,Write').losses).toEqual([
    'taken over as one text: its first line names no column “prompt”',
  ])
  expect(read('One paragraph,\n\nand one more').losses).toEqual([])
  const lines = [
    [{ role: 'user', content: 'A {{x}}' }],
    { messages: [{ role: 'user', content: 'B' }] },
    { prompt: 'C' },
  ]
  expect(texts(read(lines.map((line) => JSON.stringify(line)).join('\n')))).toEqual([
    user('A {{x}}'),
    user('B'),
    user('C'),
  ])
})

test('the texts may be older messages, or inside the `prompt` of a request; system messages become instructions', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi {{name}}' },
    { role: 'assistant', content: 'Hello' },
    { role: 'tool', tool_call_id: 'c', content: '1' },
  ]
  const { prompts, losses } = read({ prompt: { id: 'pmpt_1', messages, variables: ['name'] }, temperature: 0.2 })
  expect(prompts[0]).toMatchObject({
    ...{ name: 'pmpt_1', instructions: 'Be brief.', parameters: { temperature: 0.2 } },
    variables: { name: { type: 'text' } },
    messages: [user('Hi {{name}}'), { role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
  })
  expect(losses).toEqual(['function_call_output not taken over'])
})

test('a reference has no text: it is kept as the parameter `prompt`, and that is said', () => {
  const reference = { id: 'pmpt_9', version: '2', variables: { city: 'Lisbon' } }
  for (const value of [reference, { prompt: reference }]) {
    const { prompts, losses } = read(value)
    expect(prompts[0]).toMatchObject({ parameters: { prompt: reference }, messages: [], variables: {} })
    expect(losses[0]).toContain('only OpenAI can fill it')
  }
})

test('prompts of promptfoo: a text, a JSON conversation, a list in YAML; what stands in files is listed', () => {
  expect(one('Write about {{topic | upper}}')).toMatchObject({
    ...{ name: 'Write about {{topic}}', messages: [user('Write about {{topic}}')] },
    variables: { topic: { type: 'text' } },
  })
  expect(
    one([
      { role: 'system', content: 'Be {{mood}}' },
      { role: 'user', content: 'Go' },
    ]),
  ).toMatchObject({
    instructions: 'Be {{mood}}',
    messages: [user('Go')],
  })
  const yaml = read('description: A set\nproviders: [a]\nprompts:\n  - Say {{x}}\n  - file://prompt.txt\n')
  expect(yaml.prompts).toHaveLength(1)
  expect(yaml.losses).toEqual(['“providers” not taken over', 'prompt file://prompt.txt not read'])
})

test('prompts of promptfoo have the names of their labels, and lines of --- separate those of a text', () => {
  const labelled = read('prompts:\n  - label: Second\n    raw: Say {{x}}\n  - id: file://a.js\n    label: Code\n')
  expect(labelled.prompts.map(({ name }) => name)).toEqual(['Second'])
  expect(labelled.losses).toEqual(['prompt file://a.js not read'])
  const several = read('first {{a}}\n---\nsecond {{b}}')
  expect(several.prompts.map(({ variables }) => Object.keys(variables))).toEqual([['a'], ['b']])
  expect(several.losses).toEqual(['split at lines of “---”, as promptfoo does'])
  expect(read('{"messages":[{"role":"user"').losses).toEqual(['not valid JSON: taken over as plain text'])
  expect(read('{{greeting}} you').losses).toEqual([])
})

test.each(['', '   ', '{}', '[]', '{"prompts": 3}', '{"id": 5}', '{"messages": [], "constructor": 1}'])(
  '%j is no prompt',
  (text) => {
    expect(readPrompts(text)).toMatchObject({ status: 'refused', why: expect.stringContaining('No prompt') })
  },
)

test('foreign names of variables are data', () => {
  const made = one('{"input": "{{constructor}} {{__proto__}}", "variables": {"__proto__": "a", "constructor": 2}}')
  expect(Object.entries(made?.variables ?? {})).toHaveLength(2)
})

test('a library goes through its file; a newer one is refused, and damaged versions are left out', () => {
  const prompt = { name: 'A', instructions: '', messages: [user('x')], variables: {}, parameters: {} }
  const version = (id: string, at: number) => ({ version: 1, id, at, note: '', prompt }) as const
  const library = [{ id: 'p', versions: [version('a', 1), version('b', 2)] }]
  const file = libraryFile(library)
  expect(readPrompts(file)).toEqual({ status: 'library', library, losses: [] })
  const parsed = JSON.parse(file)
  expect(readPrompts(JSON.stringify({ ...parsed, version: 2 }))).toMatchObject({ status: 'refused', why: /newer/ })
  parsed.prompts[0].versions.push({ ...version('c', 3), version: 2 })
  parsed.prompts.push('torn')
  expect(readPrompts(JSON.stringify(parsed))).toMatchObject({
    library,
    losses: ['2 versions cannot be read and was left out.'],
  })
})

test('what a router makes of older messages is shown item by item, with what changed', () => {
  const items = convertedItems([
    { role: 'system', content: 'Be brief' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'a' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'done' },
  ])
  expect(items.map(({ role, kind, words, change }) => [role, kind, words.trim(), change])).toEqual([
    ['system', 'message', 'Be brief', 'acts as instructions'],
    ['user', 'message', 'Look', 'text → input_text, image_url → input_image'],
    ['', 'function_call', 'f({})', 'tool_calls → function_call'],
    ['', 'function_call_output', 'done', 'tool message → function_call_output'],
  ])
  expect(convertedItems('torn')).toEqual([])
})
