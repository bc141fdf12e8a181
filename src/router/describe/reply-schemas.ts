import * as z from 'zod/mini'
import { ErrorBody } from '#contract/core/errors.ts'
import { ModelEntry } from '#contract/models/models.ts'
import { ResponseObject } from '#contract/responses/response-object.ts'
import { type JsonSchema, jsonSchemaOf } from './request-schemas.ts'

const text = (description?: string): JsonSchema => ({ type: 'string', ...(description && { description }) })
const number = (description?: string): JsonSchema => ({ type: 'number', ...(description && { description }) })
const integer = (description?: string): JsonSchema => ({ type: 'integer', ...(description && { description }) })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** An open object; every property named in `required` always comes. */
const object = (required: Record<string, JsonSchema>, others: Record<string, JsonSchema> = {}): JsonSchema => ({
  type: 'object',
  properties: { ...required, ...others },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
})

/** The data of one event, by its `type`. */
const event = (types: readonly string[], others: Record<string, JsonSchema>): JsonSchema =>
  object({ type: { type: 'string', examples: [...types] } }, others)

const created = integer('Unix seconds.')
const base64 = text('Base64.')
const linked = text('With response_format url.')
const seconds = number('Seconds.')
const anyObject: JsonSchema = { type: 'object' }
const word = object({ word: text(), start: seconds, end: seconds })
const tokens = object({ total_tokens: integer() }, { input_tokens: integer(), output_tokens: integer() })
const failure = orNull(object({ message: text() }, { code: orNull(text()) }))
const byLanguage = (description: string): JsonSchema => ({
  ...{ type: 'object', description, additionalProperties: { type: 'string' } },
})

const segment = object(
  { start: seconds, end: seconds, text: text() },
  {
    ...{ id: { type: ['integer', 'string'] }, no_speech_prob: number() },
    speaker: text('With diarized_json: a known name, or a letter.'),
  },
)

const videoJob = object(
  {
    id: text('Signed by this router; poll with it.'),
    object: { const: 'video' },
    status: text('queued, in_progress, completed or failed; providers may send others.'),
  },
  {
    ...{ model: text(), progress: number('Percent.'), created_at: created, completed_at: orNull(created) },
    expires_at: orNull(integer('Unix seconds; the content is deleted then.')),
    ...{ prompt: orNull(text()), seconds: text('4, 8 or 12.'), size: text('WIDTHxHEIGHT.'), error: failure },
  },
)

const dubbingJob = object(
  {
    dubbing_id: text('Signed by this router.'),
    status: text('dubbing, dubbed or failed.'),
    status_url: text('A path of this router; poll it with GET.'),
  },
  {
    ...{ target_languages: listOf(text()), expected_duration_sec: seconds, progress: number('Percent.') },
    result_urls: byLanguage('By language, the path of the finished file.'),
    caption_urls: byLanguage('By language, the path of its subtitles.'),
    error: failure,
  },
)

/** What providers of the Responses convention all send; most send all keys of that convention. */
const commonResponse = z.pick(ResponseObject, {
  ...{ id: true, object: true, created_at: true, status: true, model: true, output: true },
  ...{ error: true, incomplete_details: true, usage: true },
})

const responseEvents = [
  ...['response.created', 'response.output_text.delta', 'response.function_call_arguments.done'],
  ...['response.completed', 'response.incomplete', 'response.failed', 'error'],
]
const imageEvents = ['image_generation', 'image_edit'].flatMap((kind) => [`${kind}.partial_image`, `${kind}.completed`])
const transcriptEvents = ['transcript.text.delta', 'transcript.text.segment', 'transcript.text.done']

/** The schemas of replies by name. All are open: providers add fields of their own. */
export const replySchemas: Readonly<Record<string, JsonSchema>> = {
  Error: jsonSchemaOf(ErrorBody),
  Model: jsonSchemaOf(ModelEntry),
  ModelList: object({ object: { const: 'list' }, data: listOf(ref('Model')) }),
  Response: {
    ...jsonSchemaOf(commonResponse),
    description: 'The response object of the Responses convention; further keys as sent by the provider.',
    required: ['id', 'object', 'created_at', 'status', 'model', 'output'],
  },
  ResponseEvent: event(responseEvents, {
    sequence_number: integer('Counts the events of a stream from 0.'),
    response: { ...ref('Response'), description: 'The response so far; whole in the last event.' },
    delta: text('The next part of a text or of arguments.'),
    message: text('With type error: what happened.'),
  }),
  ImageResult: object(
    {
      created,
      data: listOf({
        ...object({}, { b64_json: base64, url: linked, revised_prompt: text() }),
        anyOf: [{ required: ['b64_json'] }, { required: ['url'] }],
      }),
    },
    { background: text(), output_format: text(), quality: text(), size: text(), usage: tokens },
  ),
  ImageEvent: event(imageEvents, {
    ...{ b64_json: base64, url: linked, partial_image_index: integer('From 0.'), created_at: created, usage: tokens },
  }),
  VideoJob: videoJob,
  SpeechEvent: event(['speech.audio.delta', 'speech.audio.done'], {
    ...{ audio: text('The next bytes of the file in base64.'), usage: tokens },
  }),
  AudioData: object({}, { audio_base64: base64, audio: base64, alignment: orNull(anyObject) }),
  Transcript: object(
    { text: text() },
    {
      ...{ language: text('With verbose_json.'), duration: seconds, usage: anyObject },
      ...{ words: listOf(word), segments: listOf(segment) },
    },
  ),
  TranscriptEvent: event(transcriptEvents, {
    delta: text('The next part of the text.'),
    text: text('The text of a segment, or of all.'),
    ...{ start: seconds, end: seconds, speaker: text(), usage: anyObject },
  }),
  VoicePreviews: object({
    previews: listOf(
      object(
        { generated_voice_id: text('Can be used as voice in speech.'), audio_base64: base64 },
        { media_type: text(), duration_secs: seconds, language: orNull(text()) },
      ),
    ),
    text: text('The text spoken in the previews.'),
  }),
  DubbingJob: dubbingJob,
  Operation: object(
    { id: text(), status: { enum: ['running', 'done', 'unknown'] } },
    {
      kept: { type: 'boolean', description: 'With done: whether the reply survives a restart.' },
      reply: object(
        { status: integer(), headers: anyObject, encoding: { enum: ['utf8', 'base64'] }, body: text() },
        { ended: { enum: ['whole', 'cut', 'stopped'] } },
      ),
    },
  ),
  Health: object({ status: text() }),
  OpenApi: object({ openapi: text(), paths: anyObject }),
  JsonSchema: object({ type: text(), properties: anyObject }),
}
