import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleAsset, sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { harEntry, harHead } from './har.ts'

const comment = z.optional(z.string())
const pair = z.strictObject({ name: z.string(), value: z.string(), comment })
const size = z.int().check(z.gte(-1))
const time = z.number().check(z.gte(-1))
const needed = z.number().check(z.gte(0))

/** HAR 1.2, field by field: required ones, optional ones, and no others. */
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), comment }),
    comment,
    entries: z.array(
      z.strictObject({
        startedDateTime: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
        time: needed,
        request: z.strictObject({
          method: z.string(),
          url: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: z.array(pair),
          queryString: z.array(pair),
          postData: z.optional(
            z.union([
              z.strictObject({ mimeType: z.string(), text: z.string(), comment }),
              z.strictObject({
                mimeType: z.string(),
                params: z.array(
                  z.strictObject({
                    name: z.string(),
                    value: z.optional(z.string()),
                    fileName: z.optional(z.string()),
                    contentType: z.optional(z.string()),
                    comment,
                  }),
                ),
                comment,
              }),
            ]),
          ),
          headersSize: size,
          bodySize: size,
          comment,
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: z.array(pair),
          content: z.strictObject({ size: needed, mimeType: z.string(), text: z.optional(z.string()), comment }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
          comment,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: time,
          dns: time,
          connect: time,
          ssl: time,
          send: needed,
          wait: needed,
          receive: needed,
          comment,
        }),
        comment,
      }),
    ),
  }),
})

const har = (records: readonly RunRecord[]) => ({ log: { ...harHead.log, entries: records.map(harEntry) } })
const read = (...records: RunRecord[]) => z.parse(Har, JSON.parse(JSON.stringify(har(records)))).log.entries

test('a JSON run stands in it whole, with its times', () => {
  const [entry] = read(sampleRecord())
  expect(entry).toMatchObject({
    startedDateTime: '2023-11-14T22:13:20.005Z',
    time: 1250,
    timings: { wait: 100, receive: 1150 },
    request: { postData: { mimeType: 'application/json', text: '{"model":"sandbox-fast","input":"Hello"}' } },
    response: { status: 200, content: { text: '{"object":"response","status":"completed"}', size: 42 } },
  })
  const sum = Object.values(entry?.timings ?? {}).reduce<number>((all, one) => all + Math.max(0, Number(one)), 0)
  expect(sum).toBe(entry?.time)
})

test('a stream is its events again', () => {
  const reply = { status: 200, headers: [['Content-Type', 'text/event-stream; charset=utf-8']] } as const
  const events = [
    { at: 1, name: 'a', data: '{"x":1}' },
    { at: 2, data: 'two\nlines' },
  ]
  const [entry] = read(sampleRecord({ reply, events }))
  expect(entry?.response.content.text).toBe('event: a\ndata: {"x":1}\n\ndata: two\ndata: lines\n\n')
})

test('files and media are told by size and hash, without their bytes', () => {
  const parts = [
    { kind: 'text', name: 'prompt', value: 'x' },
    { kind: 'file', name: 'image[]', file: sampleFile('in.png', 'image/png', 'SECRET BYTES') },
  ] as const
  const asset = sampleAsset({ id: 'a' })
  const [entry] = read(sampleRecord({ body: { kind: 'multipart', parts }, assets: [asset], events: [] }))
  expect(JSON.stringify(entry)).not.toContain('SECRET BYTES')
  expect(JSON.stringify(entry?.request.postData)).toContain(parts[1].file.sha256)
  expect(entry?.response.content).toMatchObject({ size: 3, comment: expect.stringContaining(asset.sha256) })
})

test('the body of a refusal stands in it, cut or whole', () => {
  const raw = '{"error":{"message":"No such model","code":"model_not_found"}}'
  const refused = (body: string) => {
    const result = { outputs: [], response: {}, notices: [], error: { kind: 'api' as const, message: 'No', raw: body } }
    return sampleRecord({ reply: { status: 404, headers: [['content-type', 'application/json']] }, events: [], result })
  }
  const [whole, cut] = read(refused(raw), refused('x'.repeat(4_000)))
  expect(whole?.response).toMatchObject({ status: 404, content: { text: raw, size: raw.length } })
  expect(whole?.response.content.comment).toBeUndefined()
  expect(cut?.response.content.comment).toBe('Cut at 4000 characters')
})

test('it says where a hash stands for a picture', () => {
  const asset = sampleAsset({ id: 'a' })
  const events = [{ at: 1, data: `{"data":[{"b64_json":"sha256:${asset.sha256}"}]}` }]
  const [entry] = read(sampleRecord({ events, assets: [asset] }))
  expect(entry?.response.content.comment).toMatch(
    /image\/png, 3 bytes, sha256 .*sha256:… stands in place of the base64/,
  )
})

test('a run without a reply, times or a sound clock is still valid', () => {
  const { reply: _, ...rest } = sampleRecord({ run: { log: [{ status: 'unknown', at: Number.NaN, mono: 0 }] } })
  const { times: __, ...run } = rest.run
  const [entry] = read({ ...rest, run })
  expect(entry).toMatchObject({ time: 0, response: { status: 0 } })
})

test('hostile texts are only texts in it', () => {
  for (const text of hostileTexts) {
    const [entry] = read(sampleRecord({ run: { title: text }, body: { kind: 'json', value: { input: text } } }))
    expect(Object(JSON.parse(Object(entry?.request.postData).text)).input).toBe(text)
  }
})

test('the polls of a job are no part of the reply that announced it', () => {
  const created = '{"id":"video_1","status":"queued"}'
  const poll = { at: 2000, name: 'job.status', data: '{"id":"video_1","status":"completed"}' }
  const record = sampleRecord({ run: { job: 'video_1' }, events: [{ at: 1, data: created }, poll] })
  expect(harEntry(record)).toMatchObject({
    response: { content: { text: created } },
    _job: { id: 'video_1', polls: [{ time: 2000, text: poll.data }] },
  })
})
