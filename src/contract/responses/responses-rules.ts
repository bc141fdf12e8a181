import type { RulesOf } from '../core/rules.ts'
import { streamField, unlistedFields } from '../models/card-rules.ts'

const format = ['text.format', 'text', 'response_format', 'structured_outputs']

/** The names under which routers list the parameters of text models (wire-facts §2); a field that is not here is never off. */
const listedAs = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_output_tokens: ['max_output_tokens', 'max_tokens', 'max_completion_tokens'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning'],
  tools: ['tools'],
  tool_choice: ['tool_choice', 'tools'],
  parallel_tool_calls: ['parallel_tool_calls', 'tools'],
  'text.format': format,
  response_format: format,
  top_logprobs: ['top_logprobs', 'logprobs'],
  presence_penalty: ['presence_penalty'],
  frequency_penalty: ['frequency_penalty'],
}

/** Fields that no router lists beside sampling parameters. A list that names `input` is of the whole body, and leaves nothing out. */
const bodyFields = ['previous_response_id', 'conversation', 'prompt', 'background', 'store', 'include']
const wholeBody = { ...listedAs, ...Object.fromEntries(bodyFields.map((name) => [name, [name]])) }

/** What a text model allows. The interface sets no limits of its own (§8), so they come from the model card, and nothing is refused. */
export const responsesRules: RulesOf = (_model, card) => ({
  fields: {
    ...unlistedFields(card, card?.parameters?.includes('input') ? wholeBody : listedAs),
    ...streamField(card),
  },
  check: () => undefined,
})
