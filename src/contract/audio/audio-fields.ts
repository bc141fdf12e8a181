import * as z from 'zod/mini'
import { field } from '../core/field.ts'

/** The model of an audio request: the router finds the provider by it. */
export const audioModel = field(z.string().check(z.minLength(1)), { title: 'Model', control: 'model' })

/** The voice to speak with: free text, since each provider has names or ids of its own; some take an object. */
export const voice = () => z.union([z.string().check(z.minLength(1)), z.looseObject({})])

/** Names the encoding that comes back. Ours (wire-facts §7.2, §7.7, §7.8). */
export const outputFormat = field(z.optional(z.string()), {
  title: 'Output format',
  control: 'select',
  help: 'Encoding, sample rate and bit rate of the reply.',
  suggestions: ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000', 'wav_44100', 'opus_48000_64'],
  advanced: true,
})

/** Asks for the same result again. Ours (wire-facts §7.2). */
export const seed = field(z.optional(z.int().check(z.gte(0))), {
  title: 'Seed',
  control: 'number',
  help: 'The same seed gives a similar result, where the provider supports it.',
  step: 1,
  advanced: true,
})
