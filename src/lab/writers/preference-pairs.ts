import { canonicalJson, isRecord, ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { endpointOfTool } from '#contract/tool-endpoints.ts'
import type { CellResult } from '../cell-facts.ts'
import { cellRequest } from '../cells.ts'
import { inForce, type Judgement, voteIn } from '../judgements.ts'
import type { LabPlan } from '../lab-plan.ts'

/** What a cell was asked: a text, or a list of messages; undefined where its request has neither. */
function promptOf(plan: LabPlan, { vars, column }: CellResult): unknown {
  const request = cellRequest(plan, vars, column)
  const asked = ownOf(request, promptField(endpointOfTool(plan.tool) ?? '')) ?? ownOf(request, 'messages')
  const isMessages = Array.isArray(asked) && asked.every((one) => isRecord(one) && typeof one.role === 'string')
  return isMessages || (typeof asked === 'string' && asked !== '') ? asked : undefined
}

/** An answer in the form of its prompt: a text, or a list with one message. */
const answerOf = ({ facts }: CellResult, prompt: unknown): unknown =>
  typeof prompt === 'string' ? facts?.text : [{ role: 'assistant', content: facts?.text }]

/** Of each vote that was blind and has a winner, its answer before each other one. */
function votedPairs(results: readonly CellResult[], judgements: readonly Judgement[]) {
  const byRun = new Map(results.map((cell) => [cell.run, cell]))
  return inForce(judgements).flatMap((judgement) => {
    const vote = judgement.blind ? voteIn(judgement) : undefined
    const best = typeof vote?.best === 'number' && !vote.named ? byRun.get(judgement.runs[vote.best]) : undefined
    return best ? judgement.runs.flatMap((run) => (run === best.run ? [] : [[best, byRun.get(run)] as const])) : []
  })
}

/**
 * `{"prompt", "chosen", "rejected"}` a line, as preference training takes it: in each row every answer judged as passed before every other one
 * judged as failed, and the best of a vote before the others, where both were asked the same and differ.
 */
export function preferencePairs(
  plan: LabPlan,
  results: readonly CellResult[],
  judgements: readonly Judgement[] = [],
): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  const judged = results.flatMap((one) =>
    one.verdict === 'pass' ? failed.flatMap((other) => (other.row === one.row ? [[one, other] as const] : [])) : [],
  )
  const lines = [...judged, ...votedPairs(results, judgements)].flatMap(([one, other]) => {
    const prompt = promptOf(plan, one)
    if (prompt === undefined || !one.facts?.text || !other?.facts?.text) return []
    const isComparable = canonicalJson(promptOf(plan, other)) === canonicalJson(prompt)
    if (!isComparable || one.facts.text === other.facts.text) return []
    return `${JSON.stringify({ prompt, chosen: answerOf(one, prompt), rejected: answerOf(other, prompt) })}\n`
  })
  return [...new Set(lines)].join('')
}
