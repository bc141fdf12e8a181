import { defined } from '#contract/core/loose-json.ts'
import { withoutThoughts } from '#contract/responses/think-tags.ts'
import type { CellFacts, MediaFacts } from '#lab/cell-facts.ts'
import type { Asset } from '../ledger/run-row.ts'
import type { RunResult } from '../run/result.ts'
import { timeTaken } from '../run/time-taken.ts'
import type { Row } from './places.ts'

/** The files among a run's that are its results, in the order of the reply: no previews and nothing that was sent. */
export const resultFiles = ({ outputs }: RunResult, assets: readonly Asset[]): readonly Asset[] =>
  outputs.flatMap((output) => {
    if (output.kind !== 'media' || output.partial) return []
    return assets.find(({ role, sha256 }) => role === 'output' && sha256 === output.sha256) ?? []
  })

/** What a run gave. `media`: the facts of its `resultFiles`; none where nobody asks for them. */
export function factsOfRun(row: Row, { outputs }: RunResult, media: readonly MediaFacts[] = []): CellFacts {
  const messages = outputs.flatMap((output) => (output.kind === 'message' ? output.parts.map(({ text }) => text) : []))
  const refusals = outputs.flatMap((output) => (output.kind === 'refusal' ? output.text : []))
  const { usage, times, price } = row
  const taken = timeTaken(row)
  return {
    toolCalls: outputs.flatMap((output) =>
      output.kind === 'tool-call' ? { name: output.name, arguments: output.arguments } : [],
    ),
    media,
    ...defined({
      text: messages.length > 0 ? withoutThoughts(messages.join('\n\n')).answer : undefined,
      refusal: refusals.length > 0 ? refusals.join('\n\n') : undefined,
      seconds: inSeconds(taken),
      firstToken: inSeconds(times?.firstToken),
      inputTokens: countIn(usage?.input),
      outputTokens: countIn(usage?.output),
      price,
    }),
  }
}

const inSeconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000)
const countIn = (value: number | boolean | undefined) => (typeof value === 'number' ? value : undefined)
