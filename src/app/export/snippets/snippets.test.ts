import { expect, test } from 'vitest'
import type { SentBody, SentPart } from '../../run/history/run-record-schema.ts'
import { sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { snippets, waitsForJob } from './snippets.ts'

const build = (id: string, ...[change]: Parameters<typeof sampleRecord>) =>
  snippets.find((snippet) => snippet.id === id)?.build(sampleRecord(change ?? {}), []) ?? ''

const json = (value: unknown): SentBody => ({ kind: 'json', value })

test.each(snippets.map(({ id }) => id))('%s takes the key from the environment and never holds its mask', (id) => {
  const text = build(id)
  expect(text).toContain('OPENAI_API_KEY')
  expect(text).not.toContain('••••')
  expect(text).toContain('http://127.0.0.1:8787/v1')
})

test.each(snippets.map(({ id }) => id))(
  '%s leaves the idempotency key out, which would bring the old reply back',
  (id) => {
    expect(build(id)).not.toMatch(/idempotency/i)
    expect(build(id)).not.toContain('6a1f8c1e')
  },
)

test('a run without a key sends none', () => {
  const record = sampleRecord()
  const open = { ...record, sent: { ...record.sent, headers: [['Accept', 'application/json']] as const } }
  for (const { id, build: of } of snippets)
    if (!id.startsWith('openai')) expect(of(open, [])).not.toContain('OPENAI_API_KEY')
})

test('the SDKs call the route by its name where they have one, and by its path where not', () => {
  const speech = { run: { endpoint: 'audio.speech' }, path: '/audio/speech' }
  const body = json({ model: 'm', input: 'Hi', voice: 'alloy', seed: 1 })
  expect(build('openai-js', { ...speech, body })).toContain('client.audio.speech.create({')
  expect(build('openai-python', { ...speech, body })).toMatch(/extra_body=\{\n\s+"seed": 1,/)
  // The SDK for Python refuses a call without a voice; the router may not.
  expect(build('openai-python', { ...speech, body: json({ model: 'm', input: 'Hi' }) })).toContain(
    'client.post(\n    "/audio/speech"',
  )
  const music = { run: { endpoint: 'audio.music' }, path: '/audio/music', body: json({ prompt: 'Hum' }) }
  expect(build('openai-js', music)).toContain('client.post("/audio/music", {')
  // A JSON edit: the SDK would send it as multipart.
  const edit = { run: { endpoint: 'images.edits' }, path: '/images/edits', body: json({ prompt: 'x', images: [] }) }
  expect(build('openai-js', edit)).toContain('client.post("/images/edits"')
})

test('a large JSON body goes through a here-document, for an argument has a limit', () => {
  const text = build('curl', { body: json({ model: 'm', input: 'x'.repeat(200_000) }) })
  expect(text).toContain("--data-binary @- <<'JSON'")
})

test('curl has no way to write a part whose name holds an equals sign, and says so', () => {
  const parts: SentPart[] = [{ kind: 'text', name: 'a=b', value: 'x' }]
  expect(() => build('curl', { body: { kind: 'multipart', parts } })).toThrow(/"a=b"/)
})

test('files are read by names that no path can hide in', () => {
  const parts: SentPart[] = [
    { kind: 'file', name: 'file', file: sampleFile('../../etc/$(id) "x".png', 'image/png', 'x') },
  ]
  for (const { id } of snippets)
    expect(
      build(id, { run: { endpoint: 'audio.dubbing' }, path: '/audio/dubbing', body: { kind: 'multipart', parts } }),
    ).toContain('/_.._etc_$(id) _x_.png'.slice(1))
})

test('a base URL on an IPv6 address is no pattern for curl', () => {
  const connection = { name: 'Local', baseUrl: 'http://[::1]:8787/v1' }
  expect(build('curl', { run: { connection } })).toContain(" -g 'http://[::1]:8787/v1/responses'")
})

test.each(snippets.map(({ id }) => id))('%s is not handed out with a key in it', (id) => {
  const record = sampleRecord({ body: json({ model: 'm', input: 'my canary0123456789' }) })
  const snippet = snippets.find((one) => one.id === id)
  expect(() => snippet?.build(record, ['canary0123456789'])).toThrow(/the snippet contains a key/)
})

test('of a job the request alone can be had: it is sent, and nothing is waited for', () => {
  const record = sampleRecord({
    run: { endpoint: 'videos.create' },
    path: '/videos',
    body: json({ model: 'm', prompt: 'p' }),
  })
  expect([waitsForJob(record), waitsForJob(sampleRecord())]).toEqual([true, false])
  for (const { build: of } of snippets) {
    expect(of(record, [])).toMatch(/while|content/)
    expect(of(record, [], 'request')).not.toMatch(/while|\/content|download/)
    expect(of(record, [], 'request')).toContain('video')
  }
})
