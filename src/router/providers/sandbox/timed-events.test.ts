import { expect, test } from 'vitest'
import { piecesOfBody, sandboxToAsk } from './testing/ask.ts'
import type { Pause } from './timed-events.ts'

/** Notes what would have been waited for. */
function noted() {
  const waits: number[] = []
  const pause: Pause = async (ms, signal) => {
    signal.throwIfAborted()
    waits.push(ms)
    return 0
  }
  return { waits, pause }
}

test.each([
  ['gen-5.4-pro', 200, 60, 90],
  ['sandbox-slow', 2000, 8, 8],
])('%s waits %i ms, then writes %i to %i tokens a second', async (model, first, least, most) => {
  const { waits, pause } = noted()
  const reply = await sandboxToAsk({ pause }).ask({ model, input: 'tokens: 400', stream: true })
  const text = await reply.text()
  const tokens = JSON.parse(text.trimEnd().split('data: ').at(-1) ?? '').response.usage.output_tokens as number
  expect(waits[0]).toBe(first)
  const seconds = waits.slice(1).reduce((sum, ms) => sum + ms, 0) / 1000
  expect(tokens / seconds).toBeGreaterThan(least - 1)
  expect(tokens / seconds).toBeLessThan(most + 1)
})

test('sandbox-fast waits for nothing', async () => {
  const { waits, pause } = noted()
  await (await sandboxToAsk({ pause }).ask({ model: 'sandbox-fast', input: 'tokens: 400', stream: true })).text()
  expect(waits).toEqual([])
})

test('what is late by the time that a stream is woken comes in one piece, and the speed is kept', async () => {
  const asked: number[] = []
  // A loop so busy that it wakes each stream a tenth of a second late.
  const pause: Pause = async (ms) => {
    asked.push(ms)
    return 100
  }
  const stream = (options: { pause?: Pause }) =>
    sandboxToAsk(options).ask({ model: 'gen-5.4-pro', input: 'tokens: 400', stream: true })
  const { pieces } = await piecesOfBody(await stream({ pause }))
  const { pieces: alone } = await piecesOfBody(await stream({}))
  expect(pieces.join('')).toBe(alone.join(''))
  expect(pieces.length).toBeLessThan(alone.length / 4)
  const seconds = asked.reduce((sum, ms) => sum + ms + 100, 0) / 1000
  expect(400 / seconds).toBeGreaterThan(60)
  expect(400 / seconds).toBeLessThan(90)
})

test('nothing is made before it is read, so a slow reader is not overrun', async () => {
  const { waits, pause } = noted()
  const reply = await sandboxToAsk({ pause }).ask({ model: 'gen-5.4-pro', input: 'tokens: 400', stream: true })
  const reader = reply.body!.getReader()
  for (let read = 0; read < 10; read += 1) await reader.read()
  expect(waits.length).toBeLessThanOrEqual(10)
  await reader.cancel()
})

/** Waits for ever, as a model does that has stopped; `begun` settles when the waiting does begin. */
function endless() {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const left: unknown[] = []
  const pause: Pause = (_ms, signal) =>
    new Promise((_resolve, reject) => {
      begin()
      signal.addEventListener('abort', () => {
        left.push(signal.reason)
        reject(signal.reason)
      })
    })
  return { pause, begun, left }
}

async function thirdRead(reply: Response) {
  const reader = reply.body!.getReader()
  await reader.read()
  await reader.read()
  return { reader, waiting: reader.read() }
}

test.each(['gen-5.4-pro', 'fault-stall'])('an abort ends a stream of %s while it waits', async (model) => {
  const stop = new AbortController()
  const { pause, begun } = endless()
  const reply = await sandboxToAsk({ pause }).ask({ model, input: 'Hello', stream: true }, stop.signal)
  const { waiting } = await thirdRead(reply)
  await begun
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})

test('an abort ends a fast stream between two reads', async () => {
  const stop = new AbortController()
  const reply = await sandboxToAsk().ask({ input: 'tokens: 4000', stream: true }, stop.signal)
  const reader = reply.body!.getReader()
  await reader.read()
  stop.abort(new Error('stopped'))
  await expect(reader.read()).rejects.toThrow('stopped')
})

test('an abort ends an answer without a stream while it waits', async () => {
  const stop = new AbortController()
  const { pause, begun } = endless()
  const waiting = sandboxToAsk({ pause }).ask({ model: 'gen-5.4-pro', input: 'Hello' }, stop.signal)
  await begun
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})

test('a reader that leaves ends the waiting', async () => {
  const { pause, begun, left } = endless()
  const reply = await sandboxToAsk({ pause }).ask({ model: 'gen-5.4-pro', input: 'Hello', stream: true })
  const { reader, waiting } = await thirdRead(reply)
  await begun
  await reader.cancel('gone')
  expect(await waiting).toMatchObject({ done: true })
  expect(left).toEqual(['gone'])
})
