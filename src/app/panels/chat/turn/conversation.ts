import type { Run } from '../../../run/run.ts'
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
export type Branches = ReadonlyMap<string | undefined, readonly Run[]>

export function branchesIn(runs: readonly Run[]): Branches {
  const branches = new Map<string | undefined, Run[]>()
  for (const run of runs) {
    const there = branches.get(run.parent)
    if (there) there.push(run)
    else branches.set(run.parent, [run])
  }
  return branches
}

/** The newest run at the end of the branch that goes through `run`. */
export function leafBelow(runs: readonly Run[], run: Run): Run {
  const seen = new Set<Run>()
  let leaf = run
  // Imported runs may form a cycle.
  for (let next: Run | undefined = run; next && !seen.has(next); next = childOf(runs, leaf)) {
    seen.add(next)
    leaf = next
  }
  return leaf
}

const childOf = (runs: readonly Run[], run: Run) => runs.findLast((one) => one.parent === run.id)

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

const approvalsIn = (items: readonly TurnItem[], type: string) =>
  new Set(items.filter((item) => item.type === type).map(approvalOf))
