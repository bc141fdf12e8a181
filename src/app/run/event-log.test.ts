import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createReader } from '../client/read/chat-reader.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import { createEventLog, markOf } from './event-log.ts'

const event = (data: string, name?: string) => ({ at: 1, data, ...(name !== undefined && { name }) })

test('a watch shows what is stored, then only what is added, and each event once', async () => {
  const ledger = await openLedger({ name: crypto.randomUUID() })
  await ledger.appendEvents({ id: 'r', n: 0, events: [event('0'), event('1')] })
  const asked: (number | undefined)[] = []
  async function eventsOf(id: string, from?: number) {
    asked.push(from)
    return await ledger.eventsOf(id, from)
  }
  const log = createEventLog({ ...ledger, eventsOf }, 'r')
  expect(log.view()).toEqual({ events: [], loading: true })
  const told = () =>
    new Promise<void>((heard) => {
      const stop = log.subscribe(() => {
        stop()
        heard()
      })
    })
  const stop = log.subscribe(() => {})
  await told()
  expect(log.view().events.map(({ data }) => data)).toEqual(['0', '1'])
  const more = told()
  await ledger.appendEvents({ id: 'other', n: 0, events: [event('x')] })
  await ledger.appendEvents({ id: 'r', n: 1, events: [event('2')] })
  await more
  expect(log.view().events.map(({ data }) => data)).toEqual(['0', '1', '2'])
  expect(asked.slice(-1)).toEqual([1])
  stop()
  ledger.close()
})

test('a ledger that fails leaves an empty view that is no longer loading', async () => {
  const log = createEventLog({ eventsOf: () => Promise.reject(new Error('gone')), subscribe: () => () => {} }, 'r')
  await new Promise<void>((heard) => log.subscribe(heard))
  expect(log.view()).toEqual({ events: [], loading: false })
})

test('the reply to a poll is no event behind the end of the reply', () => {
  const reader = createReader()
  markOf(reader, event('{"id":"video_1","status":"queued"}'))
  expect(markOf(reader, event('{"id":"video_1","status":"in_progress"}', 'job.status'))).toEqual({
    name: 'job.status',
    notices: [],
  })
})

test('events are marked with their names and with what was odd about them', () => {
  const reader = createReader()
  const delta = (sequence_number: number) =>
    JSON.stringify({
      type: 'response.output_text.delta',
      output_index: 0,
      content_index: 0,
      delta: 'a',
      sequence_number,
    })
  const marks = [
    event(delta(1)),
    event(delta(5)),
    event('{"half":', 'response.broken'),
    event('{"type":"response.mystery"}'),
    event('{"object":"chat.completion.chunk","choices":[]}'),
    event('[DONE]'),
  ].map((raw) => markOf(reader, raw))
  expect(marks.map(({ name }) => name)).toEqual([
    'response.output_text.delta',
    'response.output_text.delta',
    'response.broken',
    'response.mystery',
    'chat.completion.chunk',
    '[DONE]',
  ])
  expect(marks.map(({ notices }) => notices.map(({ kind }) => kind))).toEqual([
    [],
    ['gap'],
    ['not-json'],
    ['unknown-event'],
    [],
    [],
  ])
})
