import { ownOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Run } from '../../../run/run.ts'
import { grouped } from '../../../ui/format.ts'

const names = ['context_length', 'context_window']

/**
 * The tokens of a conversation, counted by the router at its last answer, against the context window of the model: `3,210 of 128,000
 * tokens`. What is not reported is left out; undefined where no tokens are.
 */
export function contextUse(path: readonly Pick<Run, 'result'>[], card: ModelCard | undefined): string | undefined {
  const usage = path.findLast(({ result }) => result.usage?.input !== undefined)?.result.usage
  if (usage?.input === undefined) return undefined
  const used = `${usage.estimated ? 'about ' : ''}${grouped(usage.input + (usage.output ?? 0))}`
  const room = names.map((name) => ownOf(card?.limits, name)).find((limit) => limit !== undefined)
  return room === undefined ? `Context: ${used} tokens` : `Context: ${used} of ${grouped(room)} tokens`
}
