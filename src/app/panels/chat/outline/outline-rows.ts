import type { Run } from '../../../run/run.ts'
import { branchesIn } from '../turn/conversation.ts'

type Linked = Pick<Run, 'id' | 'parent' | 'seq'>

/** The runs from a fork, or from a start, to the next fork. */
interface Branch {
  readonly level: number
  /** Its place among the branches of one fork. */
  readonly at: number
  readonly of: number
  /** Its rows. */
  length: number
}

interface OutlinedRun<T> {
  readonly kind: 'run'
  readonly run: T
  readonly branch: Branch
  /** The place of the row in its branch, from 0. */
  readonly place: number
  /** The index of the row that it follows; undefined at a start. */
  readonly above: number | undefined
}

/** Above the runs that no first message leads to: their parent is missing, or they form a cycle. */
interface ApartRow {
  readonly kind: 'apart'
  readonly count: number
}

export type OutlineRow<T> = OutlinedRun<T> | ApartRow

/**
 * Every run of a conversation in one row, each branch below the run at which it forks. Only forks add a level. Takes records in any order, and
 * chains of any length: nothing here is recursive.
 */
export function outlineRows<T extends Linked>(runs: readonly T[]): readonly OutlineRow<T>[] {
  const inOrder = runs.toSorted((a, b) => a.seq - b.seq)
  const after = branchesIn(inOrder)
  const ids = new Set(inOrder.map(({ id }) => id))
  const placed = new Set<T>()
  const rows: OutlineRow<T>[] = []

  function placeFrom(starts: readonly T[], level: number): void {
    const waiting: { readonly run: T; readonly branch: Branch; readonly above: number | undefined }[] = []
    const addForks = (forks: readonly T[], level: number, above?: number) => {
      const branches = forks.map((run, at) => ({ run, branch: { level, at, of: forks.length, length: 0 }, above }))
      waiting.push(...branches.reverse())
    }
    addForks(starts, level)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { run, branch, above } = next
      if (placed.has(run)) continue
      placed.add(run)
      const at = rows.push({ kind: 'run', run, branch, place: branch.length++, above }) - 1
      const [only, ...others] = after.get(run.id) ?? []
      if (only && others.length === 0) waiting.push({ run: only, branch, above: at })
      else if (only) addForks([only, ...others], branch.level + 1, at)
    }
  }

  placeFrom(after.get(undefined) ?? [], 1)
  const apart = inOrder.length - placed.size
  if (apart > 0) {
    rows.push({ kind: 'apart', count: apart })
    for (const run of inOrder) if (run.parent !== undefined && !ids.has(run.parent)) placeFrom([run], 2)
    for (const run of inOrder) if (!placed.has(run)) placeFrom([run], 2)
  }
  return rows
}
