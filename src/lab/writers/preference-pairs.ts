import { canonicalJson, isRecord, ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { endpointOfTool } from '#contract/tool-endpoints.ts'
import type { CellResult } from '../cell-facts.ts'
import { cellRequest } from '../cells.ts'
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

/**
 * `{"prompt", "chosen", "rejected"}` a line, as preference training takes it: in each row every answer judged as passed before every other one
 * judged as failed, where both were asked the same and differ.
 */
export function preferencePairs(plan: LabPlan, results: readonly CellResult[]): string {
  const judged = results.filter(({ verdict, facts }) => verdict !== undefined && facts?.text)
  const failed = judged.filter(({ verdict }) => verdict === 'fail')
  const lines = judged.flatMap((one) => {
    if (one.verdict !== 'pass') return []
    const prompt = promptOf(plan, one)
    if (prompt === undefined) return []
    const others = failed.filter((other) => other.row === one.row && other.facts?.text !== one.facts?.text)
    return others
      .filter((other) => canonicalJson(promptOf(plan, other)) === canonicalJson(prompt))
      .map((other) => ({ prompt, chosen: answerOf(one, prompt), rejected: answerOf(other, prompt) }))
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
