import { useEffect, useState } from 'react'
import type { MediaFacts } from '#lab/cell-facts.ts'
import { columnsOf, rowsOf } from '#lab/cells.ts'
import { checkProblems, checksOf } from '#lab/checks/evaluate.ts'
import { createLimitedEvaluator, type StartCheckWorker } from '#lab/checks/limited-evaluator.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { mediaKind } from '#media/media-type.ts'
import { type Places, placeState } from '../../../lab/places.ts'
import { useRunReading } from '../../../run/history/run-record.ts'
import { askWorker, ownWorker } from '../../../ui/own-worker.ts'
import { type CellChecks, type CheckedCell, createCellChecks } from './cell-checks.ts'
import checkUrl from './check-worker.ts?worker&url'
import type { MediaQuestion } from './media-facts-worker.ts'
import mediaUrl from './media-facts-worker.ts?worker&url'

export const startCheckWorker: StartCheckWorker = (onAnswer, onFailure) => {
  try {
    const worker = ownWorker(checkUrl, 'checks')
    worker.onmessage = ({ data }) => onAnswer(data)
    worker.onerror = onFailure
    return { post: (question) => worker.postMessage(question), end: () => worker.terminate() }
  } catch {
    setTimeout(onFailure)
    return { post: () => {}, end: () => {} }
  }
}

/** ms for the facts of one file. */
const fileLimit = 20_000
/** ms that the checks have to be unchanged for, since each change carries them out again for all cells. */
const settled = 300

/** Files are read once, whatever becomes of the checks. By hash and what is needed. */
export function createMediaReading() {
  const read = new Map<string, Promise<MediaFacts>>()
  return (...[file, needs]: MediaQuestion): Promise<MediaFacts> => {
    const key = `${needs} ${file.sha256}`
    const { blob, type, sha256 } = file
    const plain: MediaFacts = { kind: mediaKind(type) ?? 'other', type, bytes: blob.size, sha256 }
    const facts =
      read.get(key) ??
      askWorker<MediaFacts>(
        mediaUrl,
        'media facts',
        [{ blob, type, sha256 }, needs],
        AbortSignal.timeout(fileLimit),
      ).catch(() => plain)
    read.set(key, facts)
    return facts
  }
}

/**
 * The results of the checks of a plan as it is now, of the cells of a version of it that was run: a change of the checks sends nothing. The results are
 * worked out in the background, and kept for as long as this is shown.
 */
export function useCellChecks(
  { checks, columns }: Pick<LabPlan, 'checks' | 'columns'>,
  version: LabPlan,
  places: Places,
): CellChecks {
  const reading = useRunReading()
  const [results, setResults] = useState<CellChecks>(new Map())
  const [engine, setEngine] = useState<ReturnType<typeof createCellChecks>>()
  useEffect(() => {
    const evaluator = createLimitedEvaluator(startCheckWorker)
    const own = createCellChecks({
      reading,
      evaluate: evaluator.evaluate,
      factsOfFile: createMediaReading(),
      onResults: setResults,
    })
    setEngine(own)
    return () => {
      own.want([])
      evaluator.end()
    }
  }, [reading])
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setRows(checkedRows({ checks, columns }, version)), settled)
    return () => clearTimeout(timer)
  }, [checks, columns, version])
  useEffect(() => engine?.want(checkedCells(rows, version, places)), [engine, rows, version, places])
  return results
}

type CheckedRow = Pick<CheckedCell, 'checks' | 'vars'>

/** Rows without checks of their own share one list. A check that is not filled in yet, as its line says, is left out. */
function checkedRows(
  { checks, columns }: Pick<LabPlan, 'checks' | 'columns'>,
  version: LabPlan,
): readonly CheckedRow[] {
  const hasOwn = Object.values(columns).includes('checks')
  const shared = checksOf({ checks, columns: {} }, {}).filter((check) => checkProblems(check).length === 0)
  return rowsOf(version).map((vars) => ({
    vars,
    checks: hasOwn ? checksOf({ checks: shared, columns }, vars) : shared,
  }))
}

function checkedCells(rows: readonly CheckedRow[], version: LabPlan, places: Places): readonly CheckedCell[] {
  const { length: width } = columnsOf(version)
  return rows.flatMap((own, at) =>
    own.checks.length === 0
      ? []
      : Array.from({ length: width }, (_, column) => at * width + column).flatMap((place) => {
          const row = places.get(place)
          return row && placeState(row) === 'done' ? { at: place, row, ...own } : []
        }),
  )
}
