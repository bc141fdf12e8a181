import { canonicalJson } from '#contract/core/loose-json.ts'
import type { CellResult } from './cell-facts.ts'
import { cellOutcome } from './outcomes.ts'

/** The same cell in two sets of results. */
export interface Compared {
  readonly before: CellResult
  readonly now: CellResult
}

export type Comparison = ReturnType<typeof compareResults>

/** Compares results with an earlier set: cells belong together by the values of their rows and by their columns, equal ones by their order. */
export function compareResults(baseline: readonly CellResult[], results: readonly CellResult[]) {
  // What still runs has neither passed nor failed.
  const isThere = ({ state }: CellResult) => !['not sent', 'open', 'deleted'].includes(state)
  const now = new Map(keyed(results.filter(isThere)))
  const before = keyed(baseline.filter(isThere))
  const pairs = before.flatMap(([key, cell]): Compared[] => {
    const other = now.get(key)
    return other ? [{ before: cell, now: other }] : []
  })
  const isPassed = (cell: CellResult) => cellOutcome(cell) === 'passed'
  const turned = ({ before, now }: Compared) => isPassed(before) !== isPassed(now)
  const known = new Set(before.map(([key]) => key))
  return {
    newlyFailed: pairs.filter((pair) => turned(pair) && !isPassed(pair.now)),
    newlyPassed: pairs.filter((pair) => turned(pair) && isPassed(pair.now)),
    unchanged: pairs.filter((pair) => !turned(pair)),
    /** Cells of the baseline that are no cells of the other results, or have no run in them. */
    missing: before.flatMap(([key, cell]) => (now.has(key) ? [] : [cell])),
    /** Cells that the baseline has not. */
    added: [...now].flatMap(([key, cell]) => (known.has(key) ? [] : [cell])),
  }
}

function keyed(results: readonly CellResult[]): readonly (readonly [key: string, cell: CellResult])[] {
  const equal = new Map<string, number>()
  return results.map((cell) => {
    const { model, values, repeat = null } = cell.column
    const key = canonicalJson([cell.vars, model, values, repeat])
    const count = equal.get(key) ?? 0
    equal.set(key, count + 1)
    return [`${count} ${key}`, cell]
  })
}

/** `3 newly failed · 1 newly passed · 96 unchanged` */
export function comparisonWords({ newlyFailed, newlyPassed, unchanged, missing, added }: Comparison): string {
  const words = [
    `${newlyFailed.length} newly failed`,
    `${newlyPassed.length} newly passed`,
    `${unchanged.length} unchanged`,
  ]
  if (missing.length > 0) words.push(`${missing.length} missing`)
  if (added.length > 0) words.push(`${added.length} new`)
  return words.join(' · ')
}
