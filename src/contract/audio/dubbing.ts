import * as z from 'zod/mini'
import { field, switchField, textField } from '../core/field.ts'
import type { Refusal } from '../core/rules.ts'
import { audioModel, audioSource } from './audio-fields.ts'

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
