import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CellResult } from '#lab/cell-facts.ts'
import { cellCount } from '#lab/cells.ts'
import { createLimitedEvaluator } from '#lab/checks/limited-evaluator.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { junitXml } from '#lab/writers/junit-xml.ts'
import { preferencePairs } from '#lab/writers/preference-pairs.ts'
import { promptfooYaml } from '#lab/writers/promptfoo-yaml.ts'
import { resultLines } from '#lab/writers/result-lines.ts'
import { resultsCsv } from '#lab/writers/results-csv.ts'
import { resultsReport } from '#lab/writers/results-report.ts'
import { base64Of } from '#media/base64.ts'
import { dataUrl } from '#media/data-url.ts'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import { useModels } from '../../../connection/use-connection.ts'
import { ExportError } from '../../../export/export-error.ts'
import { keyCheck } from '../../../export/keys/scan-for-key.ts'
import { readCellResults } from '../../../lab/cell-results.ts'
import type { Places } from '../../../lab/places.ts'
import { type RunReading, useRunReading } from '../../../run/history/run-record.ts'
import { rest } from '../../../run/slices.ts'
import { saveFile } from '../../../ui/files.ts'
import { grouped } from '../../../ui/format.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { checkHost, createMediaReading } from '../checks/use-cell-checks.ts'
import { planFileName } from '../stored-plans.ts'

interface Exported {
  /** As it was run, with the checks of now. */
  readonly plan: LabPlan
  readonly results: readonly CellResult[]
  readonly mediaOf: (sha256: string) => Promise<string | undefined>
  /** The models whose output is synthetic. */
  readonly synthetic: ReadonlySet<string>
}

interface Format {
  readonly name: string
  readonly detail: string
  readonly ending: string
  readonly type: string
  readonly write: (all: Exported) => Iterable<string> | AsyncIterable<string>
}

const formats: readonly Format[] = [
  {
    ...{ name: 'Report', detail: 'One HTML page with media, to read offline', ending: 'html', type: 'text/html' },
    write: ({ plan: { name }, ...parts }) => resultsReport({ name, ...parts }),
  },
  {
    ...{ name: 'CSV', detail: 'A line per cell, for spreadsheets', ending: 'csv', type: 'text/csv' },
    write: ({ results }) => [resultsCsv(results)],
  },
  {
    ...{ name: 'JSON Lines', detail: 'results.jsonl of the command line', ending: 'jsonl', type: 'application/jsonl' },
    write: ({ results }) => [resultLines(results)],
  },
  {
    ...{ name: 'JUnit XML', detail: 'Checks as tests, for CI', ending: 'xml', type: 'application/xml' },
    write: ({ plan, results }) => [junitXml(plan.name, results)],
  },
  {
    ...{
      name: 'Preference pairs',
      detail: 'Pass before fail, as JSON Lines',
      ending: 'pairs.jsonl',
      type: 'application/jsonl',
    },
    write: ({ plan, results }) => [preferencePairs(plan, results)],
  },
  {
    ...{ name: 'promptfoo', detail: 'The plan as promptfoo YAML', ending: 'yaml', type: 'application/yaml' },
    write: ({ plan }) => [promptfooYaml(plan)],
  },
]

/** Reads the results of all places, and remembers in which run each file is. */
function resultsOf(reading: RunReading, plan: LabPlan, places: Places) {
  const evaluator = createLimitedEvaluator(checkHost)
  const holders = new Map<string, { readonly run: string; readonly type: string }>()
  const factsOfFile = createMediaReading()
  const cells = readCellResults(plan, places, {
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
  return { cells, mediaOf, end: evaluator.end }
}

interface ExportResultsProps {
  /** The version that is shown, as it was run. */
  readonly plan: LabPlan
  /** Its checks are carried out. */
  readonly current: LabPlan
  readonly places: Places
}

/** Saves the results of a version in one of the formats that the command line writes too. */
export function ExportResults({ plan: version, current: { checks, columns }, places }: ExportResultsProps) {
  const reading = useRunReading()
  const keys = useKnownKeys()
  const cards = useModels().data?.cards
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function save({ write, ending, type, name }: Format): Promise<void> {
    const plan = { ...version, checks, columns }
    const { cells, mediaOf, end } = resultsOf(reading, plan, places)
    const synthetic = new Set(cards?.flatMap(({ id, sandbox }) => (sandbox ? id : [])))
    const check = keyCheck(`the ${name}`, keys)
    try {
      const results: CellResult[] = []
      for await (const cell of cells) {
        results.push(cell)
        setDone(results.length)
        await rest()
      }
      const pieces: Blob[] = []
      for await (const piece of write({ plan, results, mediaOf, synthetic })) {
        check(piece)
        pieces.push(new Blob([piece]))
        await rest()
      }
      saveFile(new Blob(pieces, { type }), `${planFileName(plan)}.${ending}`)
    } finally {
      end()
    }
  }
  function trySave(format: Format): void {
    setProblem(undefined)
    setDone(0)
    void save(format)
      .catch((error: unknown) => setProblem(error instanceof ExportError ? error.message : unreadable))
      .finally(() => setDone(undefined))
  }

  return (
    <>
      <Menu
        name="Export results"
        icon={<Download size={16} />}
        disabled={done !== undefined}
        items={formats.map((format) => ({ ...format, onSelect: () => trySave(format) }))}
      >
        Export
      </Menu>
      {done !== undefined && (
        <p role="status" className="text-faint text-xs tabular-nums">
          Reading {grouped(done)} of {grouped(cellCount(version))}
        </p>
      )}
      {problem && (
        <p role="alert" className="basis-full text-danger text-xs">
          {problem}
        </p>
      )}
    </>
  )
}

const unreadable = 'Nothing was saved: the results could not be read, or there is no room for the file.'
