import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { cutAt, frame, plainFraming } from '../testing/event-streams.ts'
import { replyOf, tellOf, textIn } from '../testing/replies.ts'
import { chat, failedStream, message, messageText, messageWhole } from '../testing/sample-streams.ts'
import { createReader } from './chat-reader.ts'
import type { RunEvent } from './run-event.ts'

const folder = join(process.env.TEST_DATA || '../shared', 'fixtures/recorded')

const framings = fc.record({
  lineEnd: fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const),
  named: fc.constantFrom('type' as const, 'message' as const, 'no' as const),
  done: fc.boolean(),
  comments: fc.boolean(),
  bom: fc.boolean(),
})

/** What a reader makes of the bare payloads: what every framing and cutting of them must come to. */
function bare(payloads: readonly string[]): RunEvent[] {
  const reader = createReader({ streamAsked: true })
  return [...payloads.flatMap((data) => reader.push({ at: 0, data })), ...reader.finish('closed')]
}

async function sameInEveryFraming(payloads: readonly string[], numRuns: number): Promise<void> {
  const expected = bare(payloads)
  await fc.assert(
    fc.asyncProperty(framings, fc.array(fc.nat(), { maxLength: 60 }), async (framing, places) => {
      const told = await tellOf(replyOf(cutAt(frame(payloads, framing), places)))
      expect(told.events).toEqual(expected)
      const again = createReader({ streamAsked: true })
      expect([...told.raw.flatMap((raw) => again.push(raw)), ...again.finish('closed')]).toEqual(told.events)
    }),
    { seed, numRuns: process.env.SOAK ? numRuns * 25 : numRuns },
  )
}

test.each([
  ['a message', message],
  ['a chat completion', chat],
  ['a failure', failedStream],
])('%s is the same in every framing and chunking, and again when replayed', async (_, payloads) => {
  await sameInEveryFraming(payloads, 60)
})

test('a stream cut into single bytes has no torn character', async () => {
  const bytes = frame(message)
  const told = await tellOf(replyOf(Array.from(bytes, (byte) => Uint8Array.of(byte))))
  expect(textIn(told.events)).toBe(messageText)
  expect(told.end).toMatchObject({ status: 'completed' })
})

test('latin1 in the content type changes nothing', async () => {
  const told = await tellOf(
    replyOf([frame(message)], { headers: { 'content-type': 'text/event-stream; charset=latin1' } }),
  )
  expect(textIn(told.events)).toBe(messageText)
})

test.each([
  ['the last event of a stream', frame(message)],
  ['a [DONE]', frame(chat, { done: true })],
])('%s needs no blank line behind it, but an end that is clean', async (_, bytes) => {
  const trimmed = new TextEncoder().encode(new TextDecoder().decode(bytes).trimEnd())
  expect((await tellOf(replyOf([trimmed]))).end).toMatchObject({ status: 'completed' })
  expect((await tellOf(replyOf([frame(message).slice(0, -2)], { broken: true }))).end).toMatchObject({
    status: 'interrupted',
  })
})

test('a whole answer has the text of its stream', async () => {
  const whole = await tellOf(
    replyOf([new TextEncoder().encode(messageWhole)], { headers: { 'content-type': 'application/json' } }),
  )
  expect(textIn(whole.events)).toBe(textIn(bare(message)))
  expect(whole.raw).toEqual([{ at: 0, data: messageWhole }])
})

test.each([
  ['clean', false],
  ['broken', true],
])('cut at every byte with a %s end, a stream is never finished and its text is an exact prefix', async (_, broken) => {
  const withoutMark = frame(message.slice(0, -1))
  const all = frame(message)
  for (let end = 0; end < all.length - 1; end += process.env.SOAK ? 1 : 3) {
    const { events, end: last } = await tellOf(replyOf([all.slice(0, end)], { broken }))
    const status = last?.kind === 'end' ? last.status : 'none'
    expect(messageText.startsWith(textIn(events)), `${end}`).toBe(true)
    expect(status, `${end}`).toBe(!broken && end === withoutMark.length ? 'unconfirmed' : 'interrupted')
  }
  expect((await tellOf(replyOf([withoutMark], { broken }))).end).toMatchObject({
    status: broken ? 'interrupted' : 'unconfirmed',
  })
})

describe.skipIf(!existsSync(folder))('recorded replies of real providers (TEST_DATA)', () => {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const linesOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
  /** One recording holds several replies one after the other. */
  const repliesIn = (name: string) =>
    linesOf(name).reduce<string[][]>((replies, line) => {
      if (replies.length === 0 || line.startsWith('{"type":"response.created"')) replies.push([])
      replies.at(-1)?.push(line)
      return replies
    }, [])

  test.each(names.filter((name) => name.endsWith('.chunks.txt')))('%s', async (name) => {
    for (const payloads of repliesIn(name)) {
      await sameInEveryFraming(payloads, 4)
      const events = bare(payloads)
      expect(events.at(-1)).toMatchObject({ kind: 'end', status: name.includes('error') ? 'failed' : 'completed' })
      expect(
        events.filter((event) => event.kind === 'notice' && event.notice !== 'gap' && event.notice !== 'text-differs'),
      ).toEqual([])
      expect(events.filter(({ kind }) => kind === 'error')).toHaveLength(name.includes('error') ? 1 : 0)
    }
  })

  test.each(names.filter((name) => name.endsWith('.json')))('%s', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const told = await tellOf(
      replyOf([new TextEncoder().encode(text)], { headers: { 'content-type': 'application/json' } }),
    )
    const value: { status?: string; choices?: object } = JSON.parse(text)
    const isReply = value.status === 'completed' || value.choices !== undefined
    expect(told.end).toMatchObject({ kind: 'end', status: isReply ? 'completed' : 'failed' })
  })

  test('a streamed response says what its own final list says', () => {
    const final: { response: { output: { type: string; content?: { text?: string }[] }[] } } = JSON.parse(
      linesOf('lmstudio-basic.1.chunks.txt').at(-1) ?? '',
    )
    const texts = final.response.output.flatMap(({ content = [] }) => content.map(({ text }) => text))
    expect(textIn(bare(linesOf('lmstudio-basic.1.chunks.txt')))).toBe(texts.join('\n'))
  })
})

test('the plain framing is the one that our own router writes', () => {
  expect(new TextDecoder().decode(frame(['{"type":"x"}'], plainFraming))).toBe('event: x\ndata: {"type":"x"}\n\n')
})
