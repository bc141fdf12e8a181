import { nonBlankOf, recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import type { Asked } from './reply-text.ts'
import { estimateTokens } from './tokens.ts'

const stepsByEffort: Readonly<Record<string, number>> = { minimal: 1, low: 2, medium: 3, high: 4, xhigh: 5, max: 6 }
const usual = 3

/** How many steps of reasoning a request asks for: none without an effort, one more in pro mode. */
function reasoningLength(request: NormalRequest): number {
  const { effort, mode } = recordOf(request.reasoning)
  const pro = nonBlankOf(mode) === 'pro'
  const word = nonBlankOf(effort)
  if (!pro && (word === undefined || word === 'none')) return 0
  return (stepsByEffort[word ?? 'medium'] ?? usual) + (pro ? 1 : 0)
}

/** What the sandbox does before it answers, step by step: it does not think, and says so. */
export function reasoningSteps({ request, conversation, seed }: Asked, outcome: string): readonly string[] {
  const { prompt, items, outputs } = conversation
  const count = [...items.values()].reduce((sum, one) => sum + one, 0)
  const all: readonly (readonly [title: string, text: string])[] = [
    [
      'Reading the request',
      `The sandbox does not think; it follows rules. It counted ${count === 1 ? 'one item' : `${count} items`}, and the last thing you said has about ${estimateTokens(prompt)} tokens.`,
    ],
    [
      'Choosing a seed',
      `The request was hashed without its stream flag. Every choice from here on follows the hash, which begins with ${seed.slice(0, 8)}, so the same request gets the same answer.`,
    ],
    [
      'Deciding what to write',
      `${outcome} ${outputs.length > 0 ? 'Tools have answered since you last wrote.' : 'No tool has answered since you last wrote.'}`,
    ],
    [
      'Looking at the tools',
      `Tools on offer: ${request.tools.length}. The rule for calling them is about the words of the last user turn.`,
    ],
    [
      'Counting',
      'Tokens are estimated at four characters each, since no tokenizer was asked. The count is marked as estimated in the usage.',
    ],
    [
      'Waiting a little',
      'More effort only means more of these sentences. A model would use the time to find a better answer; the sandbox has none to find.',
    ],
    [
      'One more round',
      'Pro mode was asked for. The sandbox has nothing more thorough to offer than this line, and an honest label on its output.',
    ],
  ]
  return all.slice(0, reasoningLength(request)).map(([title, text]) => `**${title}**\n\n${text}`)
}
