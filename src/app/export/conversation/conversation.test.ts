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

const text = async (blob: Blob) => await blob.text()

test.each([
  ['another JSON', () => '{"runs":[]}', 'not a conversation exported from Patchbay'],
  ['a cut file', (json: string) => json.slice(0, -9), 'not JSON'],
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
