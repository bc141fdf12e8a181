import type { RulesOf } from '../core/rules.ts'
import { streamField } from '../models/card-rules.ts'

/** What an audio model allows. The interface lists no values for its audio models, so only the card speaks. */
export const audioRules: RulesOf = (_model, card) => ({ fields: streamField(card), check: () => undefined })
