import { expect, test } from 'vitest'
import { errorWords } from '#contract/core/errors.ts'
import { contentAddresses, contentNames, jobOf } from '#contract/core/job.ts'
import { canonicalJson, isRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import { endpoints } from '#contract/endpoints.ts'
import { readModels } from '#contract/models/models.ts'
import { toResponses } from '#contract/responses/input.ts'
import type { EndpointId } from '#contract/routes.ts'
import { createReader } from './app/client/read/chat-reader.ts'
import { readError } from './app/client/read/read-response.ts'
import { replyOf, tellOf } from './app/client/testing/replies.ts'
import { chat, message, messageWhole } from './app/client/testing/sample-streams.ts'
import { reduce } from './app/run/reduce.ts'
import { emptyResult, type RunResult, readResult } from './app/run/result.ts'
import { withCopy } from './app/tool/results/transcript/text/edited.ts'
import { readTranscript } from './app/tool/results/transcript/text/read-transcript.ts'
import { contentOf, formats } from './app/tool/results/transcript/transcript-file.ts'
import { previewsOf } from './app/tool/voices/voice-previews.ts'
import { validate } from './router/answer/validate.ts'
import { chatAnswer, only, sse } from './router/testing/chat-bodies.ts'
import { chatRequest } from './router/upstream/chat/chat-request.ts'
import { collectResponse } from './router/upstream/chat/responses-reply.ts'

/*
 * A name that every object inherits is read as any other unknown word, wherever a reply or a request has it. Each sample is read with such
 * a name in place of one of its texts or field names after the other, and compared with the same sample that has a word of no meaning
 * there.
 */

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
const plain = 'never_heard'
const mark = '§'

/** Copies of a JSON value, each with `mark` in place of another of its texts or field names. */
function* marked(value: unknown): Generator<unknown, void> {
  if (typeof value === 'string') yield mark
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const put = (name: string, one: unknown) =>
      Array.isArray(value)
        ? value.with(Number(key), one)
        : Object.fromEntries(Object.entries(value).map((entry) => (entry[0] === key ? [name, one] : entry)))
    if (!Array.isArray(value)) yield put(mark, inner)
    for (const changed of marked(inner)) yield put(key, changed)
  }
}

type Read = (sample: unknown) => unknown

/** What is read of a sample with the word at the mark, as a text without the word. */
async function readingOf(read: Read, sample: unknown, word: string): Promise<string> {
  const given: unknown = JSON.parse(JSON.stringify(sample).replaceAll(mark, word))
  let told: unknown
  try {
    told = await read(given)
  } catch (error) {
    told = `thrown: ${error}`
  }
  const plainly = JSON.stringify(told, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one))
  return (plainly ?? 'undefined').replaceAll(new RegExp(word, 'gi'), mark)
}

const payloads = (texts: readonly string[]): unknown[] => texts.map((text) => JSON.parse(text))

function eventsOf(sample: unknown): RunResult {
  const reader = createReader()
  const events = listOf(sample).flatMap((one) => reader.push({ at: 0, data: JSON.stringify(one) }))
  return reduce(emptyResult, [...events, ...reader.finish('closed')])
}

/** What a client makes of a whole reply, and the page of its stored result. */
async function resultOf(endpoint: EndpointId, reply: unknown): Promise<RunResult> {
  const bytes = new TextEncoder().encode(JSON.stringify(reply))
  const { events } = await tellOf(replyOf([bytes], { headers: { 'content-type': 'application/json' } }), { endpoint })
  return readResult(JSON.parse(JSON.stringify(reduce(emptyResult, events)))) ?? emptyResult
}

function transcriptOf(sample: unknown): unknown {
  const transcript = readTranscript({ events: [{ data: JSON.stringify(sample) }], text: '' })
  const [speaker = ''] = transcript?.segments.flatMap((one) => one.speaker ?? []) ?? []
  const shown = transcript && [withCopy(transcript, {}), withCopy(transcript, { speakers: { [speaker]: 'Ada' } })]
  return shown?.map((one) => [one, formats.map((format) => contentOf(one, format))])
}

const items = [
  { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm' }] },
  { type: 'message', role: 'assistant', id: 'm', content: [{ type: 'refusal', refusal: 'No.' }] },
  { type: 'function_call', id: 'f', call_id: 'c', name: 'weather', arguments: '{}', status: 'completed' },
  { type: 'web_search_call', id: 'w', action: { type: 'search', query: 'q' } },
  { type: 'message', content: [{ type: 'output_text', text: 'a', annotations: [{ type: 'url_citation', url: 'u' }] }] },
]
const model = {
  ...{ id: 'm', object: 'model', owned_by: 'o', name: 'M', status: 'Live API', capabilities: ['responses'] },
  ...{ architecture: { input_modalities: ['text'], output_modalities: ['text'] }, supported_parameters: ['tools'] },
  ...{ pricing: { unit: 'cauris', api: '10L', agent: '25M' }, limits: { context_length: 5 }, voices: [{ id: 'v' }] },
}
const failed = { error: { message: 'M', type: 'invalid', param: 'p', code: 'c', request_id: 'r', retry: 'no' } }
const job = { id: 'v1', object: 'video', status: 'queued', progress: '5', error: { code: 'c' }, output: [{ url: 'x' }] }
const request = {
  ...{ model: 'm', instructions: 'i', metadata: { a: 'b' }, reasoning: { effort: 'low' } },
  input: [{ role: 'user', content: [{ type: 'input_text', text: 't' }] }, ...items],
  tools: [{ type: 'function', name: 'n', parameters: { type: 'object', properties: { a: { type: 'string' } } } }],
  ...{ tool_choice: { type: 'function', name: 'n' }, text: { format: { type: 'json_object' } }, truncation: 'auto' },
}
const images = {
  created: 1,
  data: [{ url: 'https://a/b.png', revised_prompt: 'p' }],
  size: 's',
  usage: { a: { b: 1 } },
}
const segments = [
  { id: 's', start: 0, end: 1, text: 'One.', speaker: 'A', type: 'transcript.text.segment' },
  { id: 't', start: 1, end: 2, text: 'Two.', speaker: 'B' },
]
const transcript = { task: 'transcribe', language: 'en', duration: 2, text: 'One. Two.', segments, words: [] }
const voices = { previews: [{ generated_voice_id: 'v', media_type: 'audio/mpeg', language: 'en' }], text: 't' }
const speechRequest = { model: 'm', input: 'i', voice: 'v', response_format: 'mp3' }

const samples: Readonly<Record<string, readonly [sample: unknown, read: Read]>> = {
  'a stream of responses': [payloads(message), eventsOf],
  'a whole response': [[JSON.parse(messageWhole)], eventsOf],
  'the items of a response': [[{ ...JSON.parse(messageWhole), output: items }], eventsOf],
  'items as they are added': [
    items.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
    eventsOf,
  ],
  'a chat completion': [payloads(chat), eventsOf],
  'a list of models': [{ object: 'list', data: [model] }, readModels],
  'the words of an error': [failed, errorWords],
  'a refusal': [failed, (body) => readError({ status: 400, headers: {}, text: JSON.stringify(body), now: 0 })],
  'a job': [job, (body) => [jobOf(recordOf(body)), contentAddresses(recordOf(body)), contentNames(recordOf(body))]],
  'the job of a video': [job, (body) => resultOf('videos.create', body)],
  'a reply with images': [images, (body) => resultOf('images.generations', body)],
  'a reply with a transcript': [transcript, (body) => resultOf('audio.transcriptions', body)],
  'a transcript': [transcript, transcriptOf],
  'designed voices': [voices, async (body) => previewsOf(await resultOf('audio.voice-design', body))],
  'a request in the one form': [request, (body) => toResponses(recordOf(body))],
  'a request as a chat completion': [request, (body) => chatRequest(recordOf(body))],
  'a request that is checked': [request, (body) => validate(endpoints.responses, { ...recordOf(body) })],
  'a request for speech': [speechRequest, (body) => validate(endpoints['audio.speech'], { ...recordOf(body) })],
  'an upstream’s chat completion': [
    payloads(chat),
    (body) => collectResponse(only(sse(...listOf(body).filter(isRecord))), chatAnswer),
  ],
}

test.each(Object.entries(samples))('%s', async (_, [sample, read]) => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const all = [...marked(sample)]
  expect(all.length).toBeGreaterThan(7)
  for (const one of all) {
    const expected = await readingOf(read, one, plain)
    for (const name of names)
      expect([canonicalJson(one), name, await readingOf(read, one, name)]).toEqual([canonicalJson(one), name, expected])
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
