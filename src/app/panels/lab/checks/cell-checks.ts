import type { Check, CheckResult } from '#lab/checks/check.ts'
import { neededOfFiles } from '#lab/checks/evaluate.ts'
import type { CheckQuestion } from '#lab/checks/limited-evaluator.ts'
import type { CellSource } from '../../../lab/cell-results.ts'
import { factsOfRun, resultFiles } from '../../../lab/facts-of-run.ts'
import type { Row } from '../../../lab/places.ts'
import type { RunReading } from '../../../run/history/run-record.ts'
import type { Run } from '../../../run/run.ts'

/** A cell that has an answer, and what its checks are. */
export interface CheckedCell extends Pick<CheckQuestion, 'checks' | 'vars'> {
  readonly at: number
  readonly row: Row
}

/** The results of cells by their places; absent while they are not known. */
export type CellChecks = ReadonlyMap<number, readonly CheckResult[]>

/** One value, so that nothing is drawn again where there are no checks. */
const noResults: CellChecks = new Map()

interface CellChecking extends Pick<CellSource, 'evaluate' | 'factsOfFile'> {
  readonly reading: RunReading
  /** Called with every result that is known, after each few cells. */
  readonly onResults: (results: CellChecks) => void
}

interface Known {
  /** The length of the run's log, and the checks as JSON. */
  readonly steps: number
  readonly checks: string
  readonly results: readonly CheckResult[]
}

/** Runs that are read at once. */
const readAtOnce = 25
/** ms between two calls of `onResults`: each draws the whole grid. */
const pause = 300

/**
 * Carries out the checks of cells in the background, some cells at a time, in their order. A result is kept for as long as the run, the steps in its log
 * and the checks are the same.
 */
export function createCellChecks({ reading, evaluate, factsOfFile, onResults }: CellChecking) {
  const known = new Map<string, Known>()
  const texts = new WeakMap<readonly Check[], string>()
  let wanted: readonly CheckedCell[] = []
  let isWorking = false
  let told = 0

  function textOf(checks: readonly Check[]): string {
    const text = texts.get(checks) ?? JSON.stringify(checks)
    texts.set(checks, text)
    return text
  }

  function knownOf({ row, checks }: CheckedCell): Known | undefined {
    const found = known.get(row.id)
    return found?.steps === row.log.length && found.checks === textOf(checks) ? found : undefined
  }
  const unknown = () => wanted.filter((cell) => !knownOf(cell))

  function tell(): void {
    told = Date.now()
    const results = wanted.flatMap((cell) => {
      const found = knownOf(cell)
      return found ? [[cell.at, found.results] as const] : []
    })
    onResults(results.length > 0 ? new Map(results) : noResults)
  }

  async function resultsOf({ row, checks, vars }: CheckedCell, run: Run | undefined): Promise<readonly CheckResult[]> {
    const unread = (): readonly CheckResult[] =>
      checks.map((check) => ({ check, outcome: 'unable', reason: 'The result could not be read.' }))
    if (!run) return unread()
    try {
      const needs = neededOfFiles(checks)
      const files = needs === 'nothing' ? [] : resultFiles(run.result, await reading.files(row.id))
      const media = needs === 'nothing' ? [] : await Promise.all(files.map((file) => factsOfFile(file, needs)))
      return await evaluate({ checks, facts: factsOfRun(row, run.result, media), vars })
    } catch {
      return unread()
    }
  }

  async function work(): Promise<void> {
    isWorking = true
    for (let left = unknown(); left.length > 0; left = unknown()) {
      const some = left.slice(0, readAtOnce)
      const runs = await reading.runs(some.map(({ row }) => row)).catch(() => [])
      for (const [at, cell] of some.entries()) {
        if (wanted.length === 0) break
        const results = await resultsOf(cell, runs[at])
        known.set(cell.row.id, { steps: cell.row.log.length, checks: textOf(cell.checks), results })
        if (Date.now() - told > pause) tell()
      }
    }
    isWorking = false
    tell()
  }

  return {
    /** The cells whose checks are carried out from now on; with none, the work ends. */
    want(cells: readonly CheckedCell[]): void {
      wanted = cells
      tell()
      if (!isWorking) void work()
    },
  }
}
