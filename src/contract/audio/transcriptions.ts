import * as z from 'zod/mini'
import { choiceField, field, longTextField, switchField, textField } from '../core/field.ts'
import { audioModel, audioSource } from './audio-fields.ts'

/**
 * The body of `POST /audio/transcriptions`. The interface shows none of its fields: they are ours (wire-facts §7.3).
 * The recording comes as `file`, or under one of the names that `audioSourceCheck` knows.
 */
export const AudioTranscriptionsRequest = z.looseObject({
  model: audioModel,
  ...audioSource({ by: 'OpenAI', bytes: 25 * 2 ** 20 }),
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
  temperature: field(z.optional(z.number()), { title: 'Temperature', control: 'slider', range: [0, 1], step: 0.1 }),
  timestamp_granularities: field(z.optional(z.array(z.string())), {
    title: 'Timestamps',
    control: 'json',
    help: 'Per word, segment or both; requires verbose_json.',
    placeholder: '["word", "segment"]',
    advanced: true,
  }),
  stream: switchField({ title: 'Stream', help: 'Stream the text as it is recognised, where supported.' }),
  include: field(z.optional(z.array(z.string())), {
    title: 'Include',
    control: 'json',
    help: 'Additional data to include in the reply.',
    placeholder: '["logprobs"]',
    advanced: true,
  }),
  chunking_strategy: field(z.optional(z.union([z.string(), z.looseObject({})])), {
    title: 'Chunking',
    control: 'select',
    help: 'How long recordings are split; an object configures voice detection.',
    suggestions: ['auto'],
    advanced: true,
  }),
  known_speaker_names: field(z.optional(z.array(z.string())), {
    title: 'Known speakers',
    control: 'json',
    help: 'Up to four names, each with a sample in known_speaker_references.',
    placeholder: '["Ada", "Grace"]',
    advanced: true,
  }),
  known_speaker_references: field(z.optional(z.array(z.string())), {
    title: 'Speaker samples',
    control: 'json',
    help: 'A short recording of each known speaker, as a data URL.',
    advanced: true,
  }),
  diarize: switchField({ title: 'Identify speakers', help: 'Label speakers, where supported.', advanced: true }),
  num_speakers: field(z.optional(z.int().check(z.gte(1))), {
    title: 'Max speakers',
    control: 'number',
    step: 1,
    advanced: true,
  }),
})
export type AudioTranscriptionsRequest = z.infer<typeof AudioTranscriptionsRequest>
