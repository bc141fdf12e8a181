import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { seed } from '../../testing/seed.ts'
import { startTestRouter, testRouter } from '../testing/test-router.ts'

const runs = process.env.SOAK ? 20_000 : 1_500
const options = { seed, numRuns: runs }

/** Any JSON that is not too deep for a request. */
const anything = fc.jsonValue({ maxDepth: 6 })
const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined })

const part = fc.oneof(
  fc.record({ type: fc.constant('input_text'), text: fc.string({ unit: 'grapheme' }) }),
  fc.dictionary(fc.string(), anything),
)
const item = fc.oneof(
  fc.record({
    role: fc.constantFrom('user', 'system', 'developer', 'assistant'),
    content: fc.oneof(fc.string(), fc.array(part)),
  }),
  fc.dictionary(fc.string(), anything),
)
const tool = fc.oneof(
  fc.record({
    type: fc.constant('function'),
    name: fc.string({ minLength: 1 }),
    parameters: fc.dictionary(fc.string(), anything),
  }),
  fc.record({ type: fc.constant('function'), function: fc.record({ name: fc.string({ minLength: 1 }) }) }),
  fc.record({ type: fc.string({ minLength: 1 }).filter((type) => type !== 'function') }),
)

/** What §4.2 says a request holds, with any value of the right type, and fields nobody has heard of. */
const valid = fc
  .record({
    task: fc.oneof(
      fc.record({ input: fc.oneof(fc.string({ unit: 'binary' }), fc.array(item)) }),
      fc.record({ messages: fc.array(item) }),
    ),
    format: fc.oneof(
      fc.constant({}),
      fc.record({ text: fc.record({ format: fc.dictionary(fc.string(), anything) }) }),
      fc.record({ response_format: fc.dictionary(fc.string(), anything) }),
    ),
    fields: fc.record(
      {
        instructions: fc.string(),
        max_output_tokens: fc.integer({ min: 1, max: 2 ** 31 }),
        temperature: fc.double({ noNaN: true, noDefaultInfinity: true }),
        top_p: fc.double({ noNaN: true, noDefaultInfinity: true }),
        stream: fc.boolean(),
        tools: fc.array(tool, { maxLength: 4 }),
        tool_choice: fc.oneof(fc.string(), fc.record({ type: fc.string(), name: fc.string() })),
        parallel_tool_calls: fc.boolean(),
        metadata: fc.dictionary(fc.string(), fc.string()),
        reasoning: fc.record({ effort: fc.string(), mode: fc.string() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    novel: fc.dictionary(
      fc.string({ minLength: 1 }).map((name) => `x_${name}`),
      anything,
    ),
  })
  .map(({ task, format, fields, novel }) => ({ model: 'test-model', ...novel, ...fields, ...format, ...task }))

const known = Object.keys(endpoints.responses.request.shape)
/** Requests in which any field may hold anything. */
const wild = fc
  .tuple(fc.dictionary(fc.constantFrom(...known), anything, { maxKeys: 8 }), maybe(fc.constant('test-model')))
  .map(([fields, model]) => (model === undefined ? fields : { ...fields, model }))

const { post } = testRouter()

test(`every valid request is accepted (seed ${seed})`, { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(valid, async (request) => {
      const reply = await post(request)
      expect([reply.status, reply.status === 200 ? '' : await reply.text()]).toEqual([200, ''])
    }),
    options,
  )
})

test(`every request is answered, and every refusal names a field (seed ${seed})`, { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(wild, async (request) => {
      const reply = await post(request)
      if (reply.status === 200) {
        expect(z.safeParse(endpoints.responses.request, request).success).toBe(true)
        return
      }
      const { error } = await reply.json()
      expect([400, 404]).toContain(reply.status)
      expect(known).toContain(error.param.replace(/[.[].*$/, ''))
      expect(error).toMatchObject({ retry: 'no', stage: 'not_sent', request_id: reply.headers.get('x-request-id') })
    }),
    options,
  )
})

const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })

test(`every request for the models is answered, whatever its headers and query (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const { get } = testRouter()
  const headers = fc.dictionary(
    fc.constantFrom(
      'authorization',
      'origin',
      'sec-fetch-site',
      'accept',
      'range',
      'idempotency-key',
      'content-type',
      'x-a',
    ),
    headerText,
  )
  await fc.assert(
    fc.asyncProperty(headers, fc.webQueryParameters(), async (extra, query) => {
      const reply = await get(`/v1/models?${query}`, { headers: extra })
      expect([200, 401, 403]).toContain(reply.status)
      await reply.json()
    }),
    options,
  )
})

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter()
})
afterAll(() => router.close())

test(`over a socket too (seed ${seed})`, { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(valid, wild), async (request) => {
      const reply = await router.post(request)
      expect([200, 400, 404]).toContain(reply.status)
      await reply.json()
    }),
    { seed, numRuns: process.env.SOAK ? 2_000 : 200 },
  )
})
