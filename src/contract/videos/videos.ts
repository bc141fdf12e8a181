import * as z from 'zod/mini'
import { choiceField, field, fileOrReference, modelField, optionalField, textField } from '../core/field.ts'
import type { JsonRecord } from '../core/loose-json.ts'
import { ownNames, type Refusal, type RulesOf, unlistedFields } from '../core/rules.ts'

const lengths = ['4', '8', '12']

/** The body of `POST /videos`: 4, 8 or 12 seconds (§4.1, §8), as string or number; the other fields are ours (wire-facts §6.1). */
export const VideosCreateRequest = z.looseObject({
  model: modelField(),
  prompt: field(z.string().check(z.minLength(1)), {
    title: 'Prompt',
    control: 'long-text',
    help: 'Action, setting, camera movement and sound.',
  }),
  seconds: optionalField('select', z.union([z.string(), z.number()]), {
    title: 'Length',
    unit: 's',
    suggestions: lengths,
  }),
  size: choiceField({ title: 'Size', unit: 'px', suggestions: ['1280x720', '720x1280', '1792x1024', '1024x1792'] }),
  input_reference: optionalField('file', fileOrReference(), {
    title: 'First frame',
    file: { accepts: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 50 * 1024 * 1024, wrap: 'image_url' },
    help: 'An image of the same size as the video.',
  }),
  seed: optionalField('number', z.int(), {
    title: 'Seed',
    help: 'The same seed gives a similar video, where supported.',
    step: 1,
    advanced: true,
  }),
  user: textField({ title: 'User', help: 'A stable identifier for the end user.', advanced: true }),
})

/** The route makes videos of 4, 8 or 12 seconds (§4.1, §8), for every model. */
export function videosCheck({ seconds }: JsonRecord): Refusal | undefined {
  if (typeof seconds !== 'string' && typeof seconds !== 'number') return undefined
  if (lengths.includes(String(seconds))) return undefined
  return { param: 'seconds', message: 'Choose 4, 8 or 12 seconds.' }
}

const listedAs = { ...ownNames('size', 'seed'), seconds: ['seconds', 'duration'] }

/** What a video model allows. The length binds for the route (see `videosCheck`); all other limits come from the model card. */
export const videosRules: RulesOf = (_model, card) => ({
  fields: unlistedFields(card, listedAs),
  check: () => undefined,
})
