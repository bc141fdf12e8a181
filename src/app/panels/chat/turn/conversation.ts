import { recordOf } from '#contract/core/loose-json.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { approvalOf, asInputItems, readTurn, type TurnItem } from './turn.ts'

/** The runs from the first of a conversation to `leaf`, each the parent of the next. */
export function pathTo<T extends Pick<Run, 'id' | 'parent'>>(
  runs: readonly T[],
  leaf: string | undefined,
): readonly T[] {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const path = new Set<T>()
  let run = leaf === undefined ? undefined : byId.get(leaf)
  while (run && !path.has(run)) {
    path.add(run)
    run = run.parent === undefined ? undefined : byId.get(run.parent)
  }
  return [...path].reverse()
}

/** The runs that answer each place of the conversation, by the run before them, oldest first. */
export type Branches<T = Run> = ReadonlyMap<string | undefined, readonly T[]>

export function branchesIn<T extends Pick<Run, 'parent'>>(runs: readonly T[]): Branches<T> {
  const branches = new Map<string | undefined, T[]>()
  for (const run of runs) {
    const there = branches.get(run.parent)
    if (there) there.push(run)
    else branches.set(run.parent, [run])
  }
  return branches
}

/** The newest run at the end of the branch that goes through `run`. */
export function leafBelow(branches: Branches, run: Run): Run {
  const seen = new Set<Run>()
  let leaf = run
  // Imported runs may form a cycle.
  for (let next: Run | undefined = run; next && !seen.has(next); next = branches.get(leaf.id)?.at(-1)) {
    seen.add(next)
    leaf = next
  }
  return leaf
}

/** How many branches a conversation ends in. */
export function countBranches(runs: readonly Pick<Run, 'id' | 'parent'>[]): number {
  const followed = new Set(runs.map(({ parent }) => parent))
  return Math.max(1, runs.filter(({ id }) => !followed.has(id)).length)
}

const resultTypes = new Set(['function_call_output', 'custom_tool_call_output'])
const callTypes = new Set(['function_call', 'custom_tool_call'])

const idsOf = (items: readonly TurnItem[], types: ReadonlySet<string>): ReadonlySet<unknown> =>
  new Set(items.filter((item) => types.has(item.type) && item.call_id !== '').map((item) => item.call_id))

/**
 * What is sent: everything said on the path, then the new turn. A call that nobody answered is left out, and so is a result whose
 * call is not there: routers refuse a conversation that holds either. Of approvals those are sent that this turn decides, and earlier ones
 * with the call that they allowed: without it the router would make the call once more.
 */
export function inputAfter(path: readonly Run[], turn: readonly TurnItem[]): readonly TurnItem[] {
  const items = [...path.flatMap((run) => [...readTurn(run.turn), ...asInputItems(run.result)]), ...turn]
  const [called, answered] = [idsOf(items, callTypes), idsOf(items, resultTypes)]
  const asked = approvalsIn(items, 'mcp_approval_request')
  const settled = new Set([...turn.map(approvalOf), ...approvalsIn(items, 'mcp_call')])
  return items.filter((item) => {
    const { type, call_id } = item
    if (callTypes.has(type)) return answered.has(call_id)
    if (resultTypes.has(type)) return called.has(call_id)
    const approval = approvalOf(item)
    return approval === undefined || (asked.has(approval) && settled.has(approval))
  })
}

/**
 * The ID of the last answer, where its router may go on from it: the answer is whole, was sent through this connection and without
 * `store: false`, and the new turn has results for all of its calls.
 */
export function keptReply(
  path: readonly Run[],
  turn: readonly TurnItem[],
  { baseUrl }: Pick<RunConnection, 'baseUrl'>,
): string | undefined {
  const last = path.at(-1)
  if (last?.status !== 'completed' || last.connection.baseUrl !== baseUrl) return undefined
  const answered = idsOf(turn, resultTypes)
  const isAnswered = [...idsOf(asInputItems(last.result), callTypes)].every((id) => answered.has(id))
  return isAnswered && recordOf(last.request).store !== false ? last.result.response.id : undefined
}

const approvalsIn = (items: readonly TurnItem[], type: string) =>
  new Set(items.filter((item) => item.type === type).map(approvalOf))
