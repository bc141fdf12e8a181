import { countOf, defined, isRecord, recordOf } from '#contract/core/loose-json.ts'
import type { Usage } from './run-event.ts'

/** Reads token counts in the words of Responses (`input_tokens`) and of chat completions (`prompt_tokens`); nothing countable gives `undefined`. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const inputDetails = recordOf(value.input_tokens_details ?? value.prompt_tokens_details)
  const outputDetails = recordOf(value.output_tokens_details ?? value.completion_tokens_details)
  const usage: Usage = defined({
    input: countOf(value.input_tokens ?? value.prompt_tokens),
    output: countOf(value.output_tokens ?? value.completion_tokens),
    total: countOf(value.total_tokens),
    cached: countOf(inputDetails.cached_tokens),
    reasoning: countOf(outputDetails.reasoning_tokens),
    estimated: value.estimated === true ? true : undefined,
  })
  return Object.keys(usage).length > 0 ? usage : undefined
}
