import { streamField } from './card-rules.ts'
import type { RulesOf } from './rules.ts'

/** What an audio model allows. The interface lists no values for its audio models, so only the card speaks. */
export const audioRules: RulesOf = (_model, card) => ({ fields: streamField(card), check: () => undefined })
