import * as z from 'zod/mini'
import { jsonField, longTextField, optionalField, switchField } from '../core/field.ts'
import { type JsonRecord, nonBlankOf } from '../core/loose-json.ts'
import type { Refusal, RulesOf } from '../core/rules.ts'
import { audioModel, audioRules, outputFormat, seed } from './audio-fields.ts'

/** The body of `POST /audio/music`. The interface shows none of its fields: they are ours (wire-facts §7.7). 3 to 300 seconds. */
export const AudioMusicRequest = z.looseObject({
  model: audioModel,
  prompt: longTextField({ title: 'Prompt', help: 'Genre, mood, instruments and structure.' }),
  composition_plan: jsonField({
    title: 'Composition plan',
    help: 'Sections with their styles and lengths, instead of a prompt.',
    advanced: true,
  }),
  music_length_ms: optionalField('number', z.int().check(z.gte(3_000), z.lte(300_000)), {
    title: 'Length',
    unit: 'ms',
    help: '3 to 300 seconds. Chosen by the provider if not set.',
    step: 1_000,
  }),
  force_instrumental: switchField({ title: 'Instrumental', help: 'No voices.' }),
  output_format: outputFormat,
  seed,
})

/** Music is made from a prompt or from a plan. */
export function audioMusicCheck({ prompt, composition_plan }: JsonRecord): Refusal | undefined {
  const isAsked = nonBlankOf(prompt) !== undefined
  if (!isAsked && !composition_plan) return { param: 'prompt', message: 'Describe the music.' }
  if (!isAsked || !composition_plan) return undefined
  return { param: 'composition_plan', message: 'Send either a prompt or a composition plan, not both.' }
}

/** Beside a composition plan, what belongs to a prompt is not sent. */
export const musicRules: RulesOf = (model, card, draft) => {
  const rules = audioRules(model, card, draft)
  if (draft?.composition_plan === undefined) return rules
  const off = { kind: 'off', why: 'The music is composed from a section plan.' } as const
  return { ...rules, fields: { ...rules.fields, prompt: off, music_length_ms: off, force_instrumental: off } }
}

/** The body of `POST /audio/sound-generation`. Its fields are ours (wire-facts §7.8). 0.5 to 30 seconds. */
export const AudioSoundGenerationRequest = z.looseObject({
  model: audioModel,
  text: longTextField({ title: 'Prompt', help: 'What makes the sound, where, and how it develops.' }),
  duration_seconds: optionalField('slider', z.number().check(z.gte(0.5), z.lte(30)), {
    title: 'Length',
    unit: 's',
    help: 'Chosen by the provider if not set.',
    range: [0.5, 30],
    step: 0.5,
  }),
  prompt_influence: optionalField('slider', z.number(), {
    title: 'Prompt influence',
    help: 'Higher follows the prompt more closely.',
    range: [0, 1],
    step: 0.05,
  }),
  loop: switchField({ title: 'Loop', help: 'Loops seamlessly.' }),
  output_format: outputFormat,
})

/** A sound is made from words: `text`, or `prompt` as some routers call it. */
export function audioSoundGenerationCheck({ text, prompt }: JsonRecord): Refusal | undefined {
  return (nonBlankOf(text) ?? nonBlankOf(prompt)) ? undefined : { param: 'text', message: 'Describe the sound.' }
}
