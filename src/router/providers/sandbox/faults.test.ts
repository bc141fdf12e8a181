import { createParser } from 'eventsource-parser'
import { describe, expect, test } from 'vitest'
import { faults } from './faults.ts'
import { eventsOfBody, piecesOfBody, saidBy, sandboxToAsk } from './testing/ask.ts'

const { ask, provider } = sandboxToAsk()
const streamed = (model: string, more: object = {}) => ask({ model, input: 'Hello', stream: true, ...more })
const plain = (model: string) => ask({ model, input: 'Hello' })

test('every fault is listed as one, with a description', () => {
  const listed = new Map(provider.models.map((entry) => [entry.id, entry]))
  expect(faults.map(({ id }) => id)).toEqual([
    'fault-401',
    'fault-402',
    'fault-429',
    'fault-500',
    'fault-html',
    'fault-provider',
    'fault-cut',
    'fault-silent-end',
    'fault-stall',
    'fault-garbled',
    'fault-error-event',
    'fault-empty',
    'fault-moderation',
    'fault-image-url',
    'fault-image-missing',
    'fault-image-empty',
    'fault-image-late',
    'fault-video-endless',
    'fault-video-status',
    'fault-video-failed',
    'fault-video-cut',
    'fault-video-expired',
    'fault-video-flapping',
    'fault-video-404',
    'fault-video-id',
    'fault-video-202',
  ])
  for (const { id } of faults) {
    expect(listed.get(id)?.name).toMatch(/^Fault: /)
    expect(listed.get(id)?.description).not.toBe('')
    const served = listed.get(id)?.capabilities
    expect(served?.includes('images.generations')).toBe(!id.startsWith('fault-video'))
    expect(served?.includes('videos.create')).toBe(!/^fault-(image|moderation)/.test(id))
    expect(served?.includes('responses')).toBe(!/^fault-(image|moderation|video)/.test(id))
  }
})

describe.each([true, false])('with stream: %s', (stream) => {
  test.each([
    ['fault-401', 401, 'invalid_api_key'],
    ['fault-402', 402, 402],
    ['fault-429', 429, 'rate_limit_exceeded'],
    ['fault-500', 500, null],
    ['fault-provider', 502, 502],
  ])('%s answers %i in the shape of a real server', async (model, status, code) => {
    const reply = await ask({ model, input: 'x', stream })
    expect(reply.status).toBe(status)
    const body = await reply.json()
    expect(body.error.code).toBe(code)
    expect(body.error.message).not.toBe('')
    expect(reply.headers.get('retry-after')).toBe(status === 429 ? '3' : null)
    if (model === 'fault-provider') {
      expect(body.error.metadata.provider_name).not.toBe('')
      expect(JSON.parse(body.error.metadata.raw).error.message).toContain('overloaded')
    }
  })

  test('fault-html answers with the page of a proxy', async () => {
    const reply = await ask({ model: 'fault-html', input: 'x', stream })
    expect(reply.status).toBe(502)
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await reply.text()).toMatch(/^<html>[\s\S]*502 Bad Gateway/)
  })

  test('fault-empty answers 200 with nothing', async () => {
    const reply = await ask({ model: 'fault-empty', input: 'x', stream })
    expect(reply.status).toBe(200)
    expect((await reply.arrayBuffer()).byteLength).toBe(0)
  })
})

const terminal = /response\.(?:completed|incomplete|failed)/

test.each([{}, { max_output_tokens: 1 }, { tools: [{ type: 'custom', name: 'x' }], tool_choice: 'required' }])(
  'fault-cut sends some output and breaks with %j',
  async (more) => {
    const { pieces, broke } = await piecesOfBody(await streamed('fault-cut', more))
    expect(broke).toBeInstanceOf(Error)
    expect(pieces.join('')).toContain('.delta')
    expect(pieces.join('')).not.toMatch(terminal)
    expect(pieces.join('')).not.toContain('output_item.done')
  },
)

test('fault-silent-end closes what it opened and ends without a terminal event', async () => {
  const { pieces, broke } = await piecesOfBody(await streamed('fault-silent-end'))
  expect(broke).toBeUndefined()
  expect(pieces.at(-1)).toContain('response.output_item.done')
  expect(pieces.join('')).not.toMatch(terminal)
  expect(await (await plain('fault-silent-end')).json()).toMatchObject({ status: 'in_progress' })
})

test('fault-stall sends some output and then waits without an end', async () => {
  const stop = new AbortController()
  let reads = 0
  const { ask: askStalling } = sandboxToAsk({
    pause: (ms, signal) =>
      ms < 60_000
        ? Promise.resolve(undefined)
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const reply = await askStalling({ model: 'fault-stall', input: 'Hello', stream: true }, stop.signal)
  const reader = reply.body!.getReader()
  const reading = (async () => {
    for (;;) {
      const { value } = await reader.read()
      reads += 1
      expect(new TextDecoder().decode(value)).not.toMatch(terminal)
    }
  })()
  const stillOpen = await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 30, 'open'))])
  expect(stillOpen).toBe('open')
  expect(reads).toBeGreaterThan(10)
  stop.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
})

test('fault-garbled holds a whole answer between frames that are none', async () => {
  const good = await eventsOfBody(await streamed('sandbox-fast'))
  const bytes = new Uint8Array(await (await streamed('fault-garbled')).arrayBuffer())
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
  const data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  parser.feed(new TextDecoder().decode(bytes))
  const events = data.flatMap((one) => {
    try {
      const event = JSON.parse(one)
      return typeof event?.sequence_number === 'number' && event.type.startsWith('response.') ? [event] : []
    } catch {
      return []
    }
  })
  expect(data.length).toBeGreaterThan(events.length + 3)
  expect(events.map(({ type }) => type).filter((type) => !type.endsWith('.delta'))).toEqual(
    good.map(({ type }) => type).filter((type) => !type.endsWith('.delta')),
  )
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at))
  expect(events.map(({ delta }) => delta ?? '').join('')).toBe(saidBy(events.at(-1).response))
  expect(await (await plain('fault-garbled')).json()).toMatchObject({ status: 'completed' })
})

test('fault-error-event reports a nested error and then the failed response', async () => {
  const events = await eventsOfBody(await streamed('fault-error-event'))
  expect(events.some(({ delta }) => delta !== undefined)).toBe(true)
  expect(events.slice(-2)).toEqual([
    { type: 'error', sequence_number: events.length - 2, error: expect.objectContaining({ code: 'server_error' }) },
    {
      type: 'response.failed',
      sequence_number: events.length - 1,
      response: expect.objectContaining({ status: 'failed', error: expect.objectContaining({ code: 'server_error' }) }),
    },
  ])
  expect(await (await plain('fault-error-event')).json()).toMatchObject({
    status: 'failed',
    error: { code: 'server_error' },
  })
})

test.each(['fault-cut', 'fault-stall'])('%s breaks off a JSON document too', async (model) => {
  const stop = new AbortController()
  const { ask: askBroken } = sandboxToAsk({
    pause: async (ms) => {
      if (ms > 60_000) throw new Error('silence')
    },
  })
  const { pieces, broke } = await piecesOfBody(await askBroken({ model, input: 'Hello' }, stop.signal))
  expect(broke).toBeInstanceOf(Error)
  expect(() => JSON.parse(pieces.join(''))).toThrow()
})
