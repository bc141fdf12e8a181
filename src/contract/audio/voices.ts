import * as z from 'zod/mini'
import { choiceField, field, longTextField, switchField } from '../core/field.ts'
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
