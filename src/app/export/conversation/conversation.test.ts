import { expect, test } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { ExportError } from '../export-error.ts'
import { sampleAsset, sampleRecord } from '../testing/sample-record.ts'
import { conversationMarkdown, readConversation, writeConversation } from './conversation-file.ts'

const fresh = { isTaken: () => false, create: (origin: string) => sha256Hex(new TextEncoder().encode(origin)) }

async function* all(...records: readonly RunRecord[]): AsyncGenerator<RunRecord, void> {
  yield* records
}

const said = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

const first = sampleRecord({
  run: { id: 'a', thread: 't', turn: [said('Hello')], conversation: { title: 'Greetings', pinned: 'yes' } },
  assets: [sampleAsset({ id: 'file', role: 'input' })],
})
const second = sampleRecord({ run: { id: 'b', thread: 't', parent: 'a', turn: [said('And again')] } })

test('a conversation comes back as it went out, with its title, its pin and its files', async () => {
  const { records } = await readConversation(await writeConversation(all(first, second), []), fresh)
  expect(records.map(({ run }) => [run.id, run.parent, run.thread])).toEqual([
    ['a', undefined, 't'],
    ['b', 'a', 't'],
  ])
  expect(records[0]?.run.conversation).toEqual({ title: 'Greetings', pinned: 'yes' })
  expect(records[0]?.run.turn).toEqual(first.run.turn)
  expect(records[0]?.result).toEqual(first.result)
  expect(records[0]?.events).toEqual(first.events)
  expect(new Uint8Array((await records[0]?.assets[0]?.blob.arrayBuffer()) ?? [])).toEqual(new Uint8Array([1, 2, 3]))
})

const chain = Array.from({ length: 9 }, (_, at) =>
  sampleRecord({
    run: { id: `r${at}`, thread: 't', ...(at > 0 && { parent: `r${at - 1}` }), turn: [said(`{"turn": [${at}`)] },
  }),
)

/** What is read of a conversation of nine runs whose JSON was changed. */
async function readChanged(change: (json: string) => string) {
  const json = await text(await writeConversation(all(...chain), []))
  const lineOf = (at: number) => json.slice(0, json.indexOf(`"id": "r${at}"`)).split('\n').length - 2
  const { records, problems } = await readConversation(new Blob([change(json)]), fresh)
  return { ids: records.map(({ run }) => run.id), problems, lineOf, records }
}

const without = (...gone: readonly number[]) => chain.flatMap(({ run }, at) => (gone.includes(at) ? [] : [run.id]))

test('of a file that is cut off every whole run is read, and the line of the torn one is named', async () => {
  const { ids, problems, lineOf } = await readChanged((json) => json.slice(0, json.indexOf('"r7"') + 200))
  expect(ids).toEqual(without(7, 8))
  expect(problems).toEqual(['The file is cut off or damaged.', `1 run could not be read: line ${lineOf(7)}.`])
  const between = await readChanged((json) => json.slice(0, json.lastIndexOf('\n    {', json.indexOf('"r7"'))))
  expect(between.ids).toEqual(without(7, 8))
  expect(between.problems).toEqual(['The file is cut off or damaged.'])
})

test.each([
  ['a quote', (json: string) => json.replace('"id": "r3"', '"id": "r3')],
  ['an opening bracket', (json: string) => json.replace(/(?<="id": "r3"[\s\S]*?)"log": \[/, '"log": ')],
  ['a closing bracket', (json: string) => json.replace(/(?<="id": "r3"[\s\S]*?)\]/, '')],
  ['a field', (json: string) => json.replace(/(?<="id": "r3"[\s\S]*?)"model"/, '"mode"')],
])('%s that is missing costs the run in which it was', async (_, change) => {
  const { ids, problems, lineOf } = await readChanged(change)
  expect(ids).toEqual(without(3))
  expect(problems.at(-1)).toBe(`1 run could not be read: line ${lineOf(3)}.`)
})

test('a file without line ends is read up to where it is cut off', async () => {
  const { ids } = await readChanged((json) => {
    const short = JSON.stringify(JSON.parse(json))
    return short.slice(0, short.indexOf('"r7"') + 200)
  })
  expect(ids).toEqual(without(7, 8))
})

test('of many damaged runs the first lines are named, and a parent that is missing or part of a cycle stays', async () => {
  const { records, problems } = await readChanged((json) =>
    json.replaceAll(/"model"(?=[\s\S]*"id": "r8")/g, '"mode"').replace('"parent": "r7"', '"parent": "r8"'),
  )
  expect(records.map(({ run }) => [run.id, run.parent])).toEqual([['r8', 'r8']])
  expect(problems[0]).toMatch(/^8 runs could not be read: (line \d[\d,]*, ){5}…\.$/)
})

const text = async (blob: Blob) => await blob.text()

test.each([
  ['another JSON', () => '{"runs":[]}', 'not a conversation exported from Patchbay'],
  ['a cut file', (json: string) => json.slice(0, -9), 'missing or damaged'],
  ['a later version', (json: string) => json.replace('"version": 1', '"version": 2'), 'newer version'],
  ['other bytes', (json: string) => json.replace('"AQID"', '"AQIE"'), 'does not match its hash'],
  ['a run without a model', (json: string) => json.replace('"model"', '"mode"'), 'missing or damaged'],
])('%s is refused with the reason', async (_, change, reason) => {
  const json = await text(await writeConversation(all(first), []))
  await expect(readConversation(new Blob([change(json)]), fresh)).rejects.toThrow(reason)
})

test('a key is refused, also within the bytes of a file', async () => {
  const key = 'a-key-of-mine-1234'
  const bytes = new TextEncoder().encode(`x${key}`)
  const withKey = sampleRecord({ assets: [sampleAsset({ id: 'file' }, bytes)] })
  await expect(writeConversation(all(withKey), [key])).rejects.toThrow(ExportError)
  const spoken = sampleRecord({ run: { turn: [said(key)] } })
  await expect(conversationMarkdown('Title', all(spoken), [key])).rejects.toThrow(ExportError)
})

test('Markdown holds what was said in order, with calls, their results and how an answer ended', async () => {
  const call = sampleRecord({
    run: { turn: [said('Weather?')], status: 'interrupted' },
    result: {
      ...first.result,
      outputs: [
        { kind: 'tool-call', index: 0, callId: 'c', name: 'get_weather', custom: false, arguments: '{}', done: true },
      ],
    },
  })
  const result = sampleRecord({ run: { turn: [{ type: 'function_call_output', call_id: 'c', output: '```21```' }] } })
  const markdown = await text(await conversationMarkdown('Weather', all(call, result), []))
  expect(markdown.replaceAll(/\*sandbox-fast · .* UTC\*/g, '*model*')).toBe(`# Weather

## You

Weather?

## Assistant

*model*

Tool call \`get_weather\`:

\`\`\`json
{}
\`\`\`

*Ended as: interrupted*

## Tool result

\`\`\`\`
\`\`\`21\`\`\`
\`\`\`\`

## Assistant

*model*

Hello yourself
`)
})
