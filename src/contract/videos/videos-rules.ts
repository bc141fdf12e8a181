import type { RulesOf } from '../core/rules.ts'
import { unlistedFields } from '../models/card-rules.ts'

const listedAs = { size: ['size'], seed: ['seed'], seconds: ['seconds', 'duration'] }

/** What a video model allows. The length binds for the route (see `videosCheck`); beyond it only the card speaks. */
export const videosRules: RulesOf = (_model, card) => ({
  fields: unlistedFields(card, listedAs),
  check: () => undefined,
})
