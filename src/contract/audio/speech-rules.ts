import type { RulesOf } from '../core/rules.ts'
import { unlistedFields } from '../models/card-rules.ts'
import { audioRules } from './audio-fields.ts'

/** The names under which a model's parameters list a field of speech. */
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
