import * as z from 'zod/mini'
import { choiceField, field, jsonField, longTextField, optionalField, textField } from '../core/field.ts'
import { type RulesOf, unlistedFields } from '../core/rules.ts'
import { audioModel, audioRules, outputFormat, seed, voice } from './audio-fields.ts'

/** OpenAI's voices, for models whose voices the router does not list. */
export const usualVoices = [
  ...['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse', 'marin'],
  'cedar',
]

/** The body of `POST /audio/speech`. The interface shows none of its fields: they are ours (wire-facts §7.2). */
export const AudioSpeechRequest = z.looseObject({
  model: audioModel,
  input: field(z.string().check(z.minLength(1)), {
    title: 'Text',
    control: 'long-text',
    help: 'The text to speak; most providers accept up to about 4,000 characters.',
  }),
  voice: optionalField('select', voice(), { title: 'Voice', suggestions: usualVoices }),
  instructions: longTextField({ title: 'Instructions', help: 'Tone, pace and accent.' }),
  response_format: choiceField({ title: 'File format', suggestions: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] }),
  speed: optionalField('slider', z.number(), { title: 'Speed', unit: '×', range: [0.25, 4], step: 0.05 }),
  stream_format: choiceField({
    title: 'Stream format',
    help: 'audio returns raw bytes; sse returns events with chunks of audio.',
    suggestions: ['audio', 'sse'],
    advanced: true,
  }),
  language_code: textField({
    title: 'Language',
    help: 'Language code, for multilingual voices.',
    placeholder: 'en',
    advanced: true,
  }),
  voice_settings: jsonField({
    title: 'Voice settings',
    help: 'Stability, similarity and style, where supported.',
    placeholder: '{ "stability": 0.5, "similarity_boost": 0.75 }',
    advanced: true,
  }),
  output_format: outputFormat,
  seed,
})

const listedAs = {
  instructions: ['instructions', 'style_instructions', 'prompt'],
  voice_settings: ['voice_settings', 'stability', 'similarity_boost', 'style'],
  speed: ['speed', 'voice_settings'],
  output_format: ['output_format'],
}

/** What a speech model allows: also that what the router does not list among its parameters is switched off in the form. */
export const speechRules: RulesOf = (model, card, draft) => {
  const rules = audioRules(model, card, draft)
  const hasOther = card?.parameters?.includes('output_format')
  const format = hasOther && unlistedFields(card, { response_format: ['response_format'] })
  return { ...rules, fields: { ...rules.fields, ...unlistedFields(card, listedAs), ...format } }
}
