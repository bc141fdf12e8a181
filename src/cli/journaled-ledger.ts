import { createChanges } from '#app/ledger/changes.ts'
import type { Ledger } from '#app/ledger/ledger.ts'
import { memoryLedger } from '#app/ledger/memory-ledger.ts'
import { type Asset, type EventBatch, type RunRow, readAsset, readRow, readRunBody } from '#app/ledger/run-row.ts'
import { type RunConnection, Unsendable } from '#app/run/run-draft.ts'
import { defined, type JsonRecord, recordOf } from '#contract/core/loose-json.ts'
import { jobReadsOf } from '#contract/routes.ts'
import type { ResultsFolder } from './results-folder.ts'

/**
 * A ledger in memory that begins with what earlier commands have journaled, and journals what the next one needs: each run before it is sent, its job,
 * its end and its files. Of events only those of jobs are kept, which say where their results are.
 */
export async function journaledLedger(
  journal: ResultsFolder,
  earlier: readonly JsonRecord[],
  connection: RunConnection,
): Promise<Ledger> {
  const memory = memoryLedger(createChanges(), 'absent')
  for (const line of earlier) await replay(memory, line, journal, connection)

  async function keepAll(files: readonly Asset[]): Promise<readonly Asset[]> {
    const kept = await Promise.all(files.map((file) => journal.keepMedia(file)))
    for (const { blob: _, ...asset } of kept) journal.note({ asset })
    return kept
  }

  async function appendEvents(events: EventBatch): Promise<void> {
    const row = await memory.get(events.id)
    if (row === undefined || jobReadsOf(row.endpoint) === undefined) return
    await memory.appendEvents(events)
    journal.note({ events })
  }

  return {
    ...memory,
    appendEvents,
    async prepare(row, body, inputs) {
      const prepared = await memory.prepare(row, body, inputs)
      if (prepared.status === 'added')
        // What rejects here is not sent: the row falls back to a draft.
        await journal.append({ row: prepared.row, body }).catch((error: unknown) => {
          throw new Unsendable(error instanceof Error ? error.message : String(error))
        })
      return prepared
    },
    async update(id, change) {
      const before = await memory.get(id)
      const row = await memory.update(id, change)
      if (row?.job !== undefined && row !== before) journal.note({ row })
      return row
    },
    async finish(id, change, { outputs = [], events, ...ending }) {
      if (events !== undefined) await appendEvents(events)
      const row = await memory.finish(id, change, { ...ending, outputs: await keepAll(outputs) })
      if (row !== undefined) journal.note({ row, ending })
      return row
    },
    async history() {
      const history = await memory.history()
      return { ...history, keep: async (run, outputs) => await history.keep(run, await keepAll(outputs)) }
    },
  }
}

/** Does again what a line of the journal says; one that cannot be read is left out. */
async function replay(
  memory: Ledger,
  line: JsonRecord,
  journal: ResultsFolder,
  connection: RunConnection,
): Promise<void> {
  const row = readRow(line.row)
  if (row !== undefined) {
    const { seq: _, ...fresh } = withAddress(row, connection)
    const body = readRunBody(line.body)
    const again = ({ seq }: RunRow) => ({ ...fresh, seq })
    if (body !== undefined) await memory.prepare(fresh, body)
    else if (line.ending === undefined) await memory.update(row.id, again)
    else {
      const [sent] = await memory.bodies([row.id])
      const { result, reply } = readRunBody({ ...sent, ...recordOf(line.ending) }) ?? {}
      await memory.finish(row.id, again, { result, ...defined({ reply }) })
    }
  }
  // Checked when it is read from the ledger.
  if (line.events !== undefined) await memory.appendEvents(line.events as EventBatch)
  const { sha256, type } = recordOf(line.asset)
  const blob = await journal.mediaOf(String(sha256), String(type))
  const asset = blob && readAsset({ ...recordOf(line.asset), blob })
  if (asset) await (await memory.history()).keep(asset.run, [asset])
}

/** The router inside the command has another port each time, and the same jobs. */
function withAddress(row: RunRow, { name, baseUrl }: RunConnection): RunRow {
  const isSame = row.job !== undefined && row.connection.name === name
  return isSame ? { ...row, connection: { ...row.connection, baseUrl } } : row
}
