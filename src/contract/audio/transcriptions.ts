import * as z from 'zod/mini'
import { choiceField, fileOrReference, longTextField, optionalField, switchField, textField } from '../core/field.ts'
import { type JsonRecord, nonBlankListOf, recordOf } from '../core/loose-json.ts'
import { ownNames, type RulesOf, unlistedFields } from '../core/rules.ts'
import type { ModelCard } from '../models/model-card.ts'
import { audioModel, audioRules, audioSource } from './audio-fields.ts'

/** The body of `POST /audio/transcriptions`. Its fields are ours (wire-facts §7.3); for the recording see `audioSourceCheck`. */
export const AudioTranscriptionsRequest = z.looseObject({
  model: audioModel,
  ...audioSource({ limits: [{ by: 'OpenAI', bytes: 25 * 2 ** 20 }] }),
  language: textField({
    title: 'Language',
    help: 'Spoken language as a two-letter code. Detected automatically if not set.',
    placeholder: 'en',
  }),
  prompt: longTextField({ title: 'Prompt', help: 'Expected names and words, or the preceding text.' }),
  response_format: choiceField({
    title: 'Response format',
    suggestions: ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'],
  }),
  temperature: optionalField('slider', z.number(), { title: 'Temperature', range: [0, 1], step: 0.1 }),
  timestamp_granularities: optionalField('json', z.array(z.string()), {
    title: 'Timestamps',
    help: 'Per word, segment or both; requires verbose_json.',
    placeholder: '["word", "segment"]',
  }),
  stream: switchField({ title: 'Stream', help: 'Stream the text as it is recognised, where supported.' }),
  include: optionalField('json', z.array(z.string()), {
    title: 'Include',
    help: 'Additional data to include in the reply.',
    placeholder: '["logprobs"]',
    advanced: true,
  }),
  chunking_strategy: optionalField('select', z.union([z.string(), z.looseObject({})]), {
    title: 'Chunking',
    help: 'How long recordings are split; an object configures voice detection.',
    suggestions: ['auto'],
    placeholder: '{ "type": "server_vad", "silence_duration_ms": 500 }',
    advanced: true,
  }),
  known_speaker_names: optionalField('json', z.array(z.string()), {
    title: 'Names of known speakers',
    help: 'One for each sample, in the same order.',
    placeholder: '["Ada", "Grace"]',
    advanced: true,
  }),
  known_speaker_references: optionalField('file', z.array(fileOrReference()), {
    title: 'Known speakers',
    file: { accepts: ['audio/*'], maxBytes: 2 * 2 ** 20, most: 4, asText: true },
    help: 'Up to four recordings of 2 to 10 seconds, each of one speaker, for models that identify speakers.',
    advanced: true,
  }),
  diarize: switchField({ title: 'Identify speakers', help: 'Label speakers, where supported.', advanced: true }),
  num_speakers: optionalField('number', z.int().check(z.gte(1)), { title: 'Max speakers', step: 1, advanced: true }),
})

const names = ownNames('prompt', 'include', 'chunking_strategy', 'known_speaker_names', 'known_speaker_references')

/** Times are off beside a response format that has no place for them (wire-facts §7.3). */
export const transcriptionRules: RulesOf = (model, card, draft) => {
  const { fields, check } = audioRules(model, card, draft)
  const isVerbose = draft?.response_format === 'verbose_json'
  const why = 'Only the response format verbose_json has timestamps.'
  return {
    fields: {
      ...unlistedFields(card, names),
      ...fields,
      ...(!isVerbose && { timestamp_granularities: { kind: 'off', why } }),
    },
    check,
  }
}

/** The formats of families of models whose routers list none: Whisper's, and those of OpenAI's model that tells speakers apart. */
function familyFormats(id: string): readonly string[] {
  if (/whisper/i.test(id)) return ['verbose_json']
  return /transcribe-diarize/i.test(id) ? ['diarized_json'] : []
}

/** The fields that ask for times, for subtitles: of words, else of speakers. Undefined where neither card nor family has any. */
export function timesFor(card: ModelCard): JsonRecord | undefined {
  const takes = (name: string) => card.parameters?.includes(name) !== false
  const formats = nonBlankListOf(recordOf(card.raw).supported_formats) ?? familyFormats(card.id)
  if (!takes('response_format')) return undefined
  if (formats.includes('verbose_json'))
    return {
      response_format: 'verbose_json',
      ...(takes('timestamp_granularities') && { timestamp_granularities: ['word', 'segment'] }),
    }
  if (!formats.includes('diarized_json')) return undefined
  // OpenAI requires it for recordings of more than 30 seconds.
  return { response_format: 'diarized_json', ...(takes('chunking_strategy') && { chunking_strategy: 'auto' }) }
}
