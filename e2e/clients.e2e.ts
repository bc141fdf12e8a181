import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai'
import { test as base, expect, type RunningRouter } from './fixtures.ts'

/** Programs without a browser, over HTTP. `folder`: where a router stores what the next one finds again. */
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-clients-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

/** The official client of somebody who pasted the printed line and nothing else. */
function pasted(router: RunningRouter): OpenAI {
  const [, baseUrl = '', key = ''] = /OPENAI_BASE_URL=(\S+) OPENAI_API_KEY=(\S+)/.exec(router.output()) ?? []
  Object.assign(process.env, { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key })
  try {
    return new OpenAI()
  } finally {
    delete process.env.OPENAI_BASE_URL
    delete process.env.OPENAI_API_KEY
  }
}

interface Sent {
  readonly op?: string
  readonly method?: string
  readonly signal?: AbortSignal
}

/** A bare HTTP client. */
function bare({ url, key }: Pick<RunningRouter, 'url' | 'key'>) {
  const call = (path: string, body: object | undefined, { op, method, signal }: Sent = {}) =>
    fetch(`${url}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(op !== undefined && { 'idempotency-key': op }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  return {
    ask: (body: object, sent: Sent = {}) => call('/v1/responses', body, sent),
    operation: async (id: string) => {
      const reply = await call(`/ops/${id}`, undefined)
      return { http: reply.status, ...((await reply.json()) as { status?: string; reply?: { body: string } }) }
    },
    stop: async (id: string) => (await call(`/ops/${id}`, undefined, { method: 'DELETE' })).status,
  }
}

const codeOf = async (reply: Response) => {
  const { error } = (await reply.json()) as { error: { code: string; retry: string; stage: string } }
  return [reply.status, error.code]
}

/** About a second and a half of streaming. */
const lasting = { model: 'gen-5.4-pro', input: 'Write a document. tokens: 110', stream: true }
const quick = { model: 'sandbox-fast', input: 'Write a document. tokens: 300', stream: true }
/** Two seconds of nothing, then eight tokens a second. */
const endless = { model: 'sandbox-slow', input: 'Write a document. tokens: 5000', stream: true }

const isWhole = (text: string) => text.includes('event: response.completed')

const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'Get the weather',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

test.describe('the official client, with the printed line alone,', () => {
  test('lists the models and tells one by its id', { tag: '@soak' }, async ({ router }) => {
    const ids: string[] = []
    for await (const { id } of pasted(router).models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining(['gen-5.4-pro', 'sandbox-fast', 'sandbox-plain', 'fault-cut']))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('gets an answer, with the request id of its header', { tag: '@soak' }, async ({ router }) => {
    const response = await pasted(router).responses.create({ model: 'sandbox-fast', input: 'Hello' })
    expect(response.status).toBe('completed')
    expect(response.output_text).toContain('synthetic')
    expect(response._request_id).toMatch(/^req_/)
    expect(response.usage?.total_tokens).toBe(
      (response.usage?.input_tokens ?? 0) + (response.usage?.output_tokens ?? 0),
    )
  })

  test('reads a stream to its end, in order, with the text of the whole', async ({ router }) => {
    const stream = await pasted(router).responses.create({ ...quick, stream: true })
    let text = ''
    const numbers: number[] = []
    let last: OpenAI.Responses.ResponseStreamEvent | undefined
    for await (const event of stream) {
      numbers.push(event.sequence_number)
      if (event.type === 'response.output_text.delta') text += event.delta
      last = event
    }
    expect(numbers).toEqual(numbers.map((_, at) => at))
    if (last?.type !== 'response.completed') throw new Error(`the last event is ${last?.type}`)
    const whole = last.response.output.flatMap((item) => (item.type === 'message' ? item.content : []))
    expect(whole.map((part) => (part.type === 'output_text' ? part.text : ''))).toEqual([text])
  })

  test('goes round with tools: two calls, two results, an answer that uses them', { tag: '@soak' }, async ({
    router,
  }) => {
    const client = pasted(router)
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'The weather in Oslo and Rome?' }]
    const model = 'sandbox-fast'
    const first = await client.responses.stream({ model, input, tools: [weather] }).finalResponse()
    const calls = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([{ city: 'Oslo' }, { city: 'Rome' }])
    for (const { call_id, name, arguments: given } of calls) {
      input.push({ type: 'function_call', call_id, name, arguments: given })
      input.push({ type: 'function_call_output', call_id, output: `It rains on ${given}` })
    }
    const second = await client.responses.create({ model, input, tools: [weather] })
    expect(second.output_text).toContain('Oslo')
    expect(second.output.some((item) => item.type === 'function_call')).toBe(false)
  })

  test('parses structured output', { tag: '@soak' }, async ({ router }) => {
    const schema = {
      type: 'object',
      properties: {
        hex: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
        names: { type: 'array', items: { type: 'string' } },
      },
      required: ['hex', 'names'],
      additionalProperties: false,
    }
    const response = await pasted(router).responses.parse({
      model: 'sandbox-fast',
      input: 'A colour',
      text: { format: { type: 'json_schema', name: 'colour', schema } },
    })
    expect(response.output_parsed).toMatchObject({
      hex: expect.stringMatching(/^#[0-9a-f]{6}$/),
      names: expect.any(Array),
    })
  })

  for (const [model, kind, status] of [
    ['fault-401', AuthenticationError, 401],
    ['fault-402', APIError, 402],
    ['fault-429', RateLimitError, 429],
    ['fault-500', InternalServerError, 500],
    ['fault-html', InternalServerError, 502],
    ['fault-provider', InternalServerError, 502],
    ['no-such-model', NotFoundError, 404],
  ] as const)
    test(`knows ${model} by its class`, { tag: '@soak' }, async ({ router }) => {
      const client = pasted(router).withOptions({ maxRetries: 0 })
      for (const stream of [false, true]) {
        const asked = client.responses.create({ model, input: 'x', stream })
        await expect(asked).rejects.toBeInstanceOf(kind)
        await expect(asked).rejects.toMatchObject({ status, requestID: expect.stringMatching(/^req_/) })
      }
    })

  test('reads the wait of a 429, and is told of a wrong key', { tag: '@soak' }, async ({ router }) => {
    const client = pasted(router).withOptions({ maxRetries: 0 })
    const error = await client.responses.create({ model: 'fault-429', input: 'x' }).catch((thrown: unknown) => thrown)
    if (!(error instanceof RateLimitError)) throw new Error('no RateLimitError')
    expect(error.headers.get('retry-after')).toBe('3')
    await expect(client.withOptions({ apiKey: 'wrong' }).models.list()).rejects.toBeInstanceOf(AuthenticationError)
  })

  for (const [param, wrong] of [
    ['temperature', { temperature: 'hot' }],
    ['max_output_tokens', { max_output_tokens: -1 }],
    ['tools[0].name', { tools: [{ type: 'function' }] }],
    ['response_format', { text: { format: { type: 'text' } }, response_format: { type: 'json_object' } }],
    ['input', { input: undefined }],
    ['messages', { messages: [{ role: 'user', content: 'x' }] }],
  ] as const)
    test(`a bad ${param} is a 400 that names it`, { tag: '@soak' }, async ({ router }) => {
      const asked = pasted(router).post('/responses', { body: { model: 'sandbox-fast', input: 'x', ...wrong } })
      await expect(asked).rejects.toBeInstanceOf(BadRequestError)
      await expect(asked).rejects.toMatchObject({ param })
    })

  test('sees a late error and a cut as errors', { tag: '@soak' }, async ({ router }) => {
    const client = pasted(router)
    const read = async (model: string) => {
      for await (const event of await client.responses.create({ model, input: 'x', stream: true }))
        expect(event.type).not.toBe('response.completed')
    }
    await expect(read('fault-error-event')).rejects.toBeInstanceOf(APIError)
    await expect(read('fault-cut')).rejects.toThrow()
  })

  // `videos.test.ts` does so without the kill, and `video-jobs.test.ts` restarts the router.
  test('creates a video, polls it and downloads it, also after the router was killed', { tag: '@soak' }, async ({
    folder,
    start,
  }) => {
    const before = await start({ DATA_DIR: folder })
    const created = await pasted(before).videos.create({
      ...{ model: 'sandbox-video' as 'sora-2', prompt: 'a lighthouse at dusk' },
      ...{ seconds: '4', size: '1280x720' },
    })
    expect(created).toMatchObject({ object: 'video', seconds: '4', size: '1280x720' })
    await before.stop('SIGKILL')
    const client = pasted(await start({ DATA_DIR: folder }))
    const video = () => client.videos.retrieve(created.id)
    await expect.poll(async () => (await video()).status, { timeout: 60_000 }).toBe('completed')
    expect(await video()).toMatchObject({ id: created.id, progress: 100, error: null })
    const content = await client.videos.downloadContent(created.id)
    expect(content.headers.get('content-type')).toBe('video/mp4')
    const bytes = Buffer.from(await content.arrayBuffer())
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(bytes.length).toBe(Number(content.headers.get('content-length')))
  })
})

test('a chat-style body is taken, and its system item is an instruction', { tag: '@soak' }, async ({ router }) => {
  const messages = [
    { role: 'system', content: 'Answer like a harbour pilot' },
    { role: 'user', content: 'Where do the tides turn?' },
  ]
  const reply = await bare(router).ask({ model: 'sandbox-fast', messages })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-router-provider')).toBe('sandbox')
  const { output } = (await reply.json()) as OpenAI.Responses.Response
  expect(JSON.stringify(output)).toContain('Where do the tides turn?')
  expect(JSON.stringify(output)).toContain('harbour pilot')
})

test('a request that comes twice under one key is answered twice and accepted once', { tag: '@soak' }, async ({
  router,
}) => {
  const { ask, operation } = bare(router)
  const op = 'replayed'
  const before = await router.accepted()
  const first = await (await ask(quick, { op })).text()
  // Written otherwise, asked the same.
  const again = await ask(Object.fromEntries(Object.entries(quick).reverse()), { op })
  expect(again.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(isWhole(first)).toBe(true)
  expect(await again.text()).toBe(first)
  expect(await codeOf(await ask({ ...quick, input: 'Something else' }, { op }))).toEqual([
    422,
    'idempotency_key_reused',
  ])
  expect(await operation(op)).toMatchObject({ http: 200, status: 'done', reply: { body: first } })
  expect(await router.accepted()).toBe(before + 1)
})

test('a second client attaches to what still runs and reads it from its beginning', { tag: '@soak' }, async ({
  router,
}) => {
  const { ask, operation } = bare(router)
  const op = 'attached'
  const before = await router.accepted()
  const first = await ask(lasting, { op })
  expect((await operation(op)).status).toBe('running')
  const second = await ask(lasting, { op })
  const [one, two] = await Promise.all([first.text(), second.text()])
  expect(isWhole(one)).toBe(true)
  expect(two).toBe(one)
  expect(await router.accepted()).toBe(before + 1)
})

test('the same request twenty times at once is accepted once', { tag: '@soak' }, async ({ router }) => {
  const { ask } = bare(router)
  const before = await router.accepted()
  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => (await ask(quick, { op: 'at-once' })).text()),
  )
  expect(new Set(replies).size).toBe(1)
  expect(await router.accepted()).toBe(before + 1)
})

test('a stop ends what runs, and what comes later under its id is refused', { tag: '@soak' }, async ({ router }) => {
  const { ask, operation, stop } = bare(router)
  const open = await ask(endless, { op: 'stopped' })
  expect(await stop('stopped')).toBe(204)
  // The stream breaks off: only a whole reply may look whole.
  await expect(open.text()).rejects.toThrow()
  expect(await operation('stopped')).toMatchObject({ http: 200, status: 'done', reply: { ended: 'stopped' } })
  expect(await codeOf(await ask(endless, { op: 'stopped' }))).toEqual([409, 'stopped'])

  const before = await router.accepted()
  expect((await operation('never-came')).http).toBe(404)
  expect(await stop('never-came')).toBe(204)
  expect(await codeOf(await ask(quick, { op: 'never-came' }))).toEqual([409, 'stopped'])
  expect((await operation('never-came')).http).toBe(404)
  expect(await router.accepted()).toBe(before)
})

test('a client that goes ends its request, unless it gave a key', async ({ router }) => {
  const { ask, operation } = bare(router)
  const leave = async (body: object, sent: Sent) => {
    const left = new AbortController()
    const reply = await ask(body, { ...sent, signal: left.signal })
    const id = reply.headers.get('x-request-id') ?? ''
    await reply.body?.getReader().read()
    left.abort()
    return id
  }
  const lineOf = (id: string) =>
    router
      .output()
      .split('\n')
      .find((line) => line.startsWith('POST') && line.includes(id))

  const gone = await leave(endless, {})
  await expect.poll(() => lineOf(gone)).toMatch(/ gone$/)
  const kept = await leave(lasting, { op: 'kept' })
  await expect.poll(() => lineOf(kept)).toMatch(/ gone$/)
  await expect.poll(async () => (await operation('kept')).status).toBe('done')
  expect(isWhole((await operation('kept')).reply?.body ?? '')).toBe(true)
})

test('a router that was killed knows what it had answered, and says of the rest that nobody knows', async ({
  folder,
  start,
}) => {
  const first = await start({ DATA_DIR: folder })
  const before = bare(first)
  const answered = await (await before.ask(quick, { op: 'answered' })).text()
  const plain = { model: 'sandbox-fast', input: 'Hello' }
  const document = await (await before.ask(plain, { op: 'plain' })).text()
  await before.stop('stopped-before')
  const open = await before.ask(lasting, { op: 'running' })
  await open.body?.getReader().read()
  await first.stop('SIGKILL')

  const second = await start({ DATA_DIR: folder })
  expect(second.key).toBe(first.key)
  const after = bare(second)
  expect((await after.operation('running')).status).toBe('unknown')
  expect(await codeOf(await after.ask(lasting, { op: 'running' }))).toEqual([409, 'outcome_unknown'])
  expect(await after.operation('answered')).toMatchObject({ status: 'done', reply: { body: answered } })
  const again = await after.ask(quick, { op: 'answered' })
  expect(again.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(await again.text()).toBe(answered)
  expect(await (await after.ask(plain, { op: 'plain' })).text()).toBe(document)
  expect(await codeOf(await after.ask(plain, { op: 'answered' }))).toEqual([422, 'idempotency_key_reused'])
  expect(await codeOf(await after.ask(quick, { op: 'stopped-before' }))).toEqual([409, 'stopped'])
  expect(await second.accepted()).toBe(0)
})
