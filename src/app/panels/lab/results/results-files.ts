import type { Comparison } from '#lab/baseline.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import { cellCount } from '#lab/cells.ts'
import { createLimitedEvaluator } from '#lab/checks/limited-evaluator.ts'
import type { Judgement } from '#lab/judgements.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { junitXml } from '#lab/writers/junit-xml.ts'
import { preferencePairs } from '#lab/writers/preference-pairs.ts'
import { promptfooYaml } from '#lab/writers/promptfoo-yaml.ts'
import { resultLines } from '#lab/writers/result-lines.ts'
import { resultsCsv } from '#lab/writers/results-csv.ts'
import { type ReportParts, resultsReport } from '#lab/writers/results-report.ts'
import { base64Of } from '#media/base64.ts'
import { dataUrl } from '#media/data-url.ts'
import { keyCheck } from '../../../export/keys/scan-for-key.ts'
import { cellResultsOf } from '../../../lab/cell-results.ts'
import { cellsJudged } from '../../../lab/judge-answers.ts'
import type { Places } from '../../../lab/places.ts'
import type { RunReading } from '../../../run/history/run-record.ts'
import { rest } from '../../../run/slices.ts'
import type { CellChecks } from '../checks/cell-checks.ts'
import { createMediaReading, startCheckWorker } from '../checks/use-cell-checks.ts'

type Exported = ReportParts & Pick<ResultsExport, 'plan' | 'judgements'>
type Write = (all: Exported) => Iterable<string> | AsyncIterable<string>

/** By the name of the format. */
const writers = {
  Report: resultsReport,
  CSV: ({ results }) => [resultsCsv(results)],
  'JSON Lines': ({ results }) => [resultLines(results)],
  'JUnit XML': ({ plan, results }) => [junitXml(plan, results)],
  'Preference pairs': ({ plan, results, judgements }) => [preferencePairs(plan, results, judgements)],
  promptfoo: ({ plan }) => [promptfooYaml(plan)],
} as const satisfies Record<string, Write>

export type ResultsFormat = keyof typeof writers

export interface ResultsExport {
  /** As it was run, with the checks of now. */
  readonly plan: LabPlan
  readonly places: Places
  /** What judges have said. */
  readonly judged: CellChecks
  /** What people have said. */
  readonly judgements: readonly Judgement[]
  /** With the pinned baseline. */
  readonly comparison: Comparison | undefined
  /** The models whose output is synthetic. */
  readonly synthetic: ReadonlySet<string>
  readonly reading: RunReading
  /** All keys that the app knows. */
  readonly keys: readonly string[]
  readonly onProgress: (done: number) => void
}

/** Reads the results of all places and writes them. Rejects where they cannot be read, with an `ExportError` where the file would hold a key. */
export async function resultsFile(format: ResultsFormat, type: string, all: ResultsExport): Promise<Blob> {
  const { plan, places, judged, keys, onProgress } = all
  const { resultOf, mediaOf, end } = reading(all)
  const check = keyCheck(`the ${format}`, keys)
  const write: Write = writers[format]
  try {
    const read: CellResult[] = []
    for (let at = 0; at < cellCount(plan); at += 1) {
      read.push(await resultOf(at, places.get(at)))
      onProgress(read.length)
      await rest()
    }
    const results = cellsJudged(read, judged)
    const pieces: Blob[] = []
    for await (const piece of write({ ...all, results, mediaOf })) {
      check(piece)
      pieces.push(new Blob([piece]))
      await rest()
    }
    return new Blob(pieces, { type })
  } finally {
    end()
  }
}

/** The result of each place, and the files by hash: which run has each is noted while its facts are read. */
function reading({ reading, plan }: ResultsExport) {
  const evaluator = createLimitedEvaluator(startCheckWorker)
  const holders = new Map<string, { readonly run: string; readonly type: string }>()
  const factsOfFile = createMediaReading()
  const resultOf = cellResultsOf(plan, {
    async resultOf(row) {
      const [run] = await reading.runs([row])
      if (!run) throw new Error('The run cannot be read.')
      return run.result
    },
    filesOf: ({ id }) => reading.files(id),
    async factsOfFile(file, needs) {
      const facts = await factsOfFile(file, needs)
      holders.set(file.sha256, { run: file.run, type: facts.type })
      return facts
    },
    evaluate: evaluator.evaluate,
  })
  async function mediaOf(sha256: string): Promise<string | undefined> {
    const holder = holders.get(sha256)
    const file = holder && (await reading.files(holder.run)).find((one) => one.sha256 === sha256)
    return file && dataUrl(holder.type, base64Of(new Uint8Array(await file.blob.arrayBuffer())))
  }
  return { resultOf, mediaOf, end: evaluator.end }
}
