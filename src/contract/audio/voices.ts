import * as z from 'zod/mini'
import { choiceField, longTextField, optionalField, switchField, textField } from '../core/field.ts'
import type { JsonRecord } from '../core/loose-json.ts'
import { type FieldRule, ownNames, type Refusal, type RulesOf, unlistedFields } from '../core/rules.ts'
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
  loudness: optionalField('slider', z.number(), { title: 'Loudness', range: [-1, 1], step: 0.1 }),
  guidance_scale: optionalField('number', z.number(), {
    title: 'Guidance',
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

/** A voice is designed from words: `prompt`, or `voice_description` and `voice_prompt` as providers call it. */
export function audioVoiceDesignCheck(request: JsonRecord): Refusal | undefined {
  const { prompt, voice_description, voice_prompt } = request
  if (prompt || voice_description || voice_prompt) return undefined
  return { param: 'prompt', message: 'Describe the voice.' }
}

/** The body of `POST /audio/voice-change`. The interface shows none of its fields: they are ours (wire-facts §7.5). */
export const AudioVoiceChangeRequest = z.looseObject({
  model: audioModel,
  ...audioSource(),
  voice: optionalField('text', voice(), { title: 'Voice', help: 'The name or id of the voice to speak with.' }),
  remove_background_noise: switchField({ title: 'Remove background noise' }),
  voice_settings: optionalField('json', z.union([z.looseObject({}), z.string()]), {
    title: 'Voice settings',
    help: 'Stability, similarity and style. In multipart, a JSON string.',
    placeholder: '{ "stability": 0.5, "similarity_boost": 0.75 }',
    advanced: true,
  }),
  output_format: outputFormat,
  seed,
})

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

const listedAs = { ...ownNames('loudness', 'should_enhance', 'seed'), guidance_scale: ['guidance_scale', 'guidance'] }

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
  num_speakers: optionalField('number', z.int().check(z.gte(0)), {
    title: 'Speakers',
    help: '0 detects the number automatically.',
    step: 1,
  }),
  start_time: optionalField('number', z.number().check(z.gte(0)), { title: 'Start', unit: 's', advanced: true }),
  end_time: optionalField('number', z.number().check(z.gte(0)), { title: 'End', unit: 's', advanced: true }),
  drop_background_audio: switchField({
    title: 'Remove background sound',
    help: 'For speeches and monologues.',
    advanced: true,
  }),
  highest_resolution: switchField({ title: 'Highest resolution', advanced: true }),
  watermark: switchField({ title: 'Watermark', advanced: true }),
})

/** A dub needs a target language, under any of three names; a part of a file ends after it starts. */
export function audioDubbingCheck(request: JsonRecord): Refusal | undefined {
  const { target_lang, target_language, target_languages, start_time: start = 0, end_time: end } = request
  if (!(target_lang || target_language || target_languages))
    return { param: 'target_lang', message: 'Choose a target language.' }
  if (end === undefined || Number(end) > Number(start)) return undefined
  return { param: 'end_time', message: 'End must be after start.' }
}
