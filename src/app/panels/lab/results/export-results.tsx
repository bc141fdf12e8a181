import { Download } from 'lucide-react'
import { useState } from 'react'
import { cellCount } from '#lab/cells.ts'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import { useModels } from '../../../connection/use-connection.ts'
import { ExportError } from '../../../export/export-error.ts'
import { sandboxModels } from '../../../lab/planned-requests.ts'
import { useRunReading, useRunRecord } from '../../../run/history/run-record.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { saveFile } from '../../../ui/files.ts'
import { grouped } from '../../../ui/format.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { ProblemLine } from '../lab-notes.tsx'
import { planFileName } from '../stored-plans.ts'
import type { ResultsExport, ResultsFormat } from './results-files.ts'

type FormatName = ResultsFormat | 'Bundle'

/** By their names: what they are for, the ending of the file, and its type. */
const formats = {
  Bundle: ['Plan, runs, media and judgements, for another Patchbay', 'zip', ''],
  Report: ['One HTML page with media, to read offline', 'html', 'text/html'],
  CSV: ['A line per cell, for spreadsheets', 'csv', 'text/csv'],
  'JSON Lines': ['The results.jsonl of the command line', 'jsonl', 'application/jsonl'],
  'JUnit XML': ['Checks as tests, for CI', 'xml', 'application/xml'],
  'Preference pairs': ['Pass and fail, as JSON Lines', 'pairs.jsonl', 'application/jsonl'],
  promptfoo: ['The plan as promptfoo YAML', 'yaml', 'application/yaml'],
} as const satisfies Record<FormatName, readonly [detail: string, ending: string, type: string]>
const formatNames = Object.keys(formats) as FormatName[]

const loadBundles = lateCode(() => import('../../../export/dialog/save-runs.ts'))
const loadResults = lateCode(() => import('./results-files.ts'))

interface ExportResultsProps extends Pick<ResultsExport, 'plan' | 'places' | 'judged' | 'comparison'> {
  /** The ids of all runs of the version, and of the calls of its judges. */
  readonly runs: readonly string[]
}

/** Saves the results of a version: as a bundle, or in one of the formats that the command line writes too. */
export function ExportResults({ runs: ids, ...shown }: ExportResultsProps) {
  const runs = useRuns()
  const readRecord = useRunRecord()
  const reading = useRunReading()
  const keys = useKnownKeys()
  const judgements = useJudgements().all
  const cards = useModels().data?.cards
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function* records() {
    for (const [at, id] of ids.entries()) {
      const record = await readRecord(id)
      setDone(at + 1)
      if (record) yield record
    }
  }
  async function fileOf(name: FormatName, type: string): Promise<Blob> {
    if (name === 'Bundle') return await (await loadBundles()).bundleOf(runs, records(), keys)
    const synthetic = sandboxModels(cards)
    const { resultsFile } = await loadResults()
    return await resultsFile(name, type, { ...shown, judgements, synthetic, reading, keys, onProgress: setDone })
  }
  function trySave(name: FormatName): void {
    const [, ending, type] = formats[name]
    setProblem(undefined)
    setDone(0)
    void fileOf(name, type)
      .then((file) => {
        if (file.size > 0) saveFile(file, `${planFileName(shown.plan)}.${ending}`)
        else setProblem('There are no pairs: these need a pass and a fail, or a vote, in the same row.')
      })
      .catch((error: unknown) =>
        setProblem(error instanceof ExportError ? error.message : sayMissing(error, unreadable)),
      )
      .finally(() => setDone(undefined))
  }

  return (
    <>
      <Menu
        name="Export results"
        icon={<Download size={14} />}
        className="min-h-8! px-2.5! text-xs! coarse:min-h-11!"
        disabled={done !== undefined}
        items={formatNames.map((name) => ({ name, detail: formats[name][0], onSelect: () => trySave(name) }))}
      >
        Export
      </Menu>
      {done !== undefined && (
        <p role="status" className="text-faint text-xs tabular-nums">
          Reading {grouped(done)} of {grouped(cellCount(shown.plan))}
        </p>
      )}
      <ProblemLine words={problem} />
    </>
  )
}

const unreadable = 'Nothing was saved: the results could not be read, or there is no room for the file.'
