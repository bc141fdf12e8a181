import { type JsonRecord, listOf, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { variablesIn } from '#lab/cells.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import type { StoredRecord } from '../../run/history/run-record.ts'
import { answerText } from '../../run/result.ts'
import { fieldsOf } from '../../tool/asked.ts'
import { chatTool, type Tool } from '../../tool/tools.ts'
import { freshRequest } from './lab-tools.ts'

/** A run with what it sent and was answered. */
interface AskedRun extends Pick<StoredRecord, 'result'> {
  readonly run: Pick<StoredRecord['run'], 'id' | 'endpoint' | 'model' | 'request' | 'parts' | 'verdict'>
  readonly sent: Pick<StoredRecord['sent'], 'body'>
}

/** What a run was asked: a text, or all messages where there is more. */
function askedOf({ run, sent }: AskedRun): unknown {
  const { body } = sent
  const fields = body.kind === 'json' ? recordOf(body.value) : fieldsOf(run)
  const asked = ownOf(fields, promptField(run.endpoint)) ?? fields.messages
  const [only, ...others] = listOf(asked)
  const { role, content } = recordOf(only)
  return role === 'user' && others.length === 0 && typeof content === 'string' ? content : asked
}

/**
 * A plan with a row for each run: what it was asked, the answer as what is expected where it is marked as passed, and the model and run as
 * metadata. What was asked takes the place of the only variable that `plan` has; without a plan a new one asks it.
 */
export function withRunRows(records: readonly AskedRun[], tool: Tool, plan?: LabPlan): LabPlan {
  const asked = records.map(askedOf)
  const isConversation = asked.some(Array.isArray)
  const [only, ...others] = variablesIn(plan?.request)
  const name = only !== undefined && others.length === 0 ? only : isConversation ? 'messages' : 'prompt'
  const rows = records.map(({ run, result }, at): JsonRecord => {
    const prompt = asked[at]
    const answer = run.verdict === 'pass' ? answerText(result) : ''
    return {
      [name]: isConversation && !Array.isArray(prompt) ? [{ role: 'user', content: stringOf(prompt) }] : (prompt ?? ''),
      ...(answer !== '' && { expected: answer }),
      run: { model: run.model, id: run.id },
    }
  })
  const kinds = {
    ...(isConversation && { [name]: 'messages' as const }),
    ...{ expected: 'expected' as const, run: 'metadata' as const },
  }
  const into = plan ?? {
    ...emptyPlan(tool.id, { ...freshRequest(tool), [promptField(tool.endpoint)]: `{{${name}}}` }),
    name: 'Test set from runs',
  }
  return { ...into, rows: [...into.rows, ...rows], columns: { ...kinds, ...into.columns } }
}

/** The tool of all these runs; chat where they have several. */
export const toolOfAll = (tools: readonly (Tool | undefined)[]): Tool =>
  tools.every((tool) => tool === tools[0]) ? (tools[0] ?? chatTool) : chatTool
