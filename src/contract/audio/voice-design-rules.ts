import type { FieldRule, RulesOf } from '../core/rules.ts'
import { unlistedFields } from '../models/card-rules.ts'
import { audioRules } from './audio-fields.ts'

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
