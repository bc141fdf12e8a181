import * as z from 'zod/mini'
import { choiceField, field, longTextField, switchField, textField } from '../core/field.ts'
import { type FieldRule, type Refusal, type RulesOf, unlistedFields } from '../core/rules.ts'
import { audioModel, audioRules, audioSource, outputFormat, seed, voice } from './audio-fields.ts'

/** The body of `POST /audio/voice-design`. The interface shows none of its fields: they are ours (wire-facts §7.4). */
export const AudioVoiceDesignRequest = z.looseObject({
  model: audioModel,
  prompt: longTextField({ title: 'Voice prompt', help: 'Age, accent, tone and character of the voice.' }),
  text: longTextField({
    title: 'Text to speak',
    help: 'Text for the previews; providers require 100 to 1,000 characters.',
  }),
  auto_generate_text: switchField({ title: 'Generate preview text', help: 'Text that suits the voice.' }),
  loudness: field(z.optional(z.number()), { title: 'Loudness', control: 'slider', range: [-1, 1], step: 0.1 }),
  guidance_scale: field(z.optional(z.number()), {
    title: 'Guidance',
    control: 'number',
    help: 'Higher follows the prompt more closely and sounds less natural.',
    advanced: true,
  }),
  should_enhance: switchField({
    title: 'Enhance the prompt',
    help: 'Expand short prompts automatically.',
    advanced: true,
  }),
  output_format: outputFormat,
  seed,
})
export type AudioVoiceDesignRequest = z.infer<typeof AudioVoiceDesignRequest>

/** A voice is designed from words: `prompt`, or `voice_description` and `voice_prompt` as providers call it. */
export function audioVoiceDesignCheck(request: Readonly<Record<string, unknown>>): Refusal | undefined {
  const { prompt, voice_description, voice_prompt } = request
  if (prompt || voice_description || voice_prompt) return undefined
  return { param: 'prompt', message: 'Describe the voice.' }
}

/** The body of `POST /audio/voice-change`. The interface shows none of its fields: they are ours (wire-facts §7.5). */
export const AudioVoiceChangeRequest = z.looseObject({
  model: audioModel,
  ...audioSource(),
  voice: field(z.optional(voice()), {
    title: 'Voice',
    control: 'text',
    help: 'The name or id of the voice to speak with.',
  }),
  remove_background_noise: switchField({ title: 'Remove background noise' }),
  voice_settings: field(z.optional(z.union([z.looseObject({}), z.string()])), {
    title: 'Voice settings',
    control: 'json',
    help: 'Stability, similarity and style. In multipart, a JSON string.',
    placeholder: '{ "stability": 0.5, "similarity_boost": 0.75 }',
    advanced: true,
  }),
  output_format: outputFormat,
  seed,
})
export type AudioVoiceChangeRequest = z.infer<typeof AudioVoiceChangeRequest>

/** The body of `POST /audio/voice-isolation`. The interface shows none of its fields: they are ours (wire-facts §7.9). */
export const AudioVoiceIsolationRequest = z.looseObject({
  model: audioModel,
  ...audioSource(),
  file_format: choiceField({
    title: 'Input format',
    help: 'pcm_s16le_16 is raw 16 kHz mono, with lower latency.',
    suggestions: ['other', 'pcm_s16le_16'],
    advanced: true,
  }),
})
export type AudioVoiceIsolationRequest = z.infer<typeof AudioVoiceIsolationRequest>

const listedAs = {
  loudness: ['loudness'],
  guidance_scale: ['guidance_scale', 'guidance'],
  should_enhance: ['should_enhance'],
  seed: ['seed'],
}

/** What a voice design model allows: `text` does nothing where the model writes it, and what the router does not list is switched off. */
export const voiceDesignRules: RulesOf = (model, card, draft) => {
  const rules = audioRules(model, card, draft)
  const text: FieldRule = { kind: 'off', why: 'The text is written automatically.' }
  const isAuto = draft?.auto_generate_text === true
  return { ...rules, fields: { ...unlistedFields(card, listedAs), ...rules.fields, ...(isAuto && { text }) } }
}

/** The body of `POST /audio/dubbing`. The interface shows only file and source URL: the other fields are ours (wire-facts §7.6). */
export const AudioDubbingRequest = z.looseObject({
  model: audioModel,
  ...audioSource({ limits: [{ by: 'ElevenLabs', seconds: 9000 }], keepsPicture: true }),
  target_lang: textField({ title: 'Target language', help: 'A language code.', placeholder: 'es' }),
  source_lang: textField({ title: 'Source language', help: 'Detected automatically if not set.', placeholder: 'auto' }),
  name: textField({ title: 'Name', help: 'Project name at the provider.' }),
  num_speakers: field(z.optional(z.int().check(z.gte(0))), {
    title: 'Speakers',
    control: 'number',
    help: '0 detects the number automatically.',
    step: 1,
  }),
  start_time: field(z.optional(z.number().check(z.gte(0))), {
    title: 'Start',
    control: 'number',
    unit: 's',
    advanced: true,
  }),
  end_time: field(z.optional(z.number().check(z.gte(0))), {
    title: 'End',
    control: 'number',
    unit: 's',
    advanced: true,
  }),
  drop_background_audio: switchField({
    title: 'Remove background sound',
    help: 'For speeches and monologues.',
    advanced: true,
  }),
  highest_resolution: switchField({ title: 'Highest resolution', advanced: true }),
  watermark: switchField({ title: 'Watermark', advanced: true }),
})
export type AudioDubbingRequest = z.infer<typeof AudioDubbingRequest>

/**
 * A dub needs a language: `target_lang`, or `target_language` and `target_languages` as some routers call it; a part of a file ends after it
 * starts.
 */
export function audioDubbingCheck(request: Readonly<Record<string, unknown>>): Refusal | undefined {
  const { target_lang, target_language, target_languages, start_time: start = 0, end_time: end } = request
  if (!(target_lang || target_language || target_languages))
    return { param: 'target_lang', message: 'Choose a target language.' }
  if (end === undefined || Number(end) > Number(start)) return undefined
  return { param: 'end_time', message: 'End must be after start.' }
}
