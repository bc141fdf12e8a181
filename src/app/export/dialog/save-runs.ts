import { type Collection, collectionTitle } from '../../collections/collection.ts'
import { sharedPlans } from '../../lab/plan-drafts.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { judgementsOf } from '../../run/history/stored-judgements.ts'
import { ledgerDrafts } from '../../run/history/use-history.ts'
import type { Runs } from '../../run/runs.ts'
import { rest } from '../../run/slices.ts'
import { saveFile } from '../../ui/files.ts'
import { counted } from '../../ui/format.ts'
import { type BundleExtras, writeBundle } from '../bundle/write-bundle.ts'
import { ExportError } from '../export-error.ts'
import type { ExportOptions, RunExport } from '../exports.ts'
import { fileName } from '../file-name.ts'

export interface Said {
  readonly kind: 'saved' | 'failed'
  readonly words: string
}

/** What goes into a bundle with its runs. Rejects where the ledger does. */
export const extrasOf = async (runs: Runs): Promise<BundleExtras> => ({
  judgements: await judgementsOf(runs).all(),
  plansOf: (ofPlans) => sharedPlans(ledgerDrafts(runs), ofPlans),
})

/** A bundle of these runs. Rejects with an `ExportError` where it cannot be written. */
export const bundleOf = async (runs: Runs, records: AsyncIterable<RunRecord>, keys: readonly string[]): Promise<Blob> =>
  await writeBundle(records, keys, await extrasOf(runs))

interface SaveRuns {
  readonly ids: readonly string[]
  readonly readRecord: (id: string) => Promise<RunRecord | undefined>
  readonly format: Pick<RunExport, 'build' | 'extension'>
  readonly keys: readonly string[]
  readonly options: ExportOptions
  /** Left out, the file is named after its runs. */
  readonly name?: string
  /** Cancels; then nothing is saved. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Reads runs one by one, writes each into the file as it is read, and downloads the file. Never rejects. */
export async function saveRuns({
  ids,
  readRecord,
  format,
  keys,
  options,
  name,
  signal,
  onProgress,
}: SaveRuns): Promise<Said> {
  let first: RunRecord | undefined
  let count = 0
  async function* records(): AsyncGenerator<RunRecord, void> {
    for (const [at, id] of ids.entries()) {
      signal.throwIfAborted()
      const record = await readRecord(id)
      onProgress(at + 1)
      if (record === undefined) continue
      first ??= record
      count += 1
      yield record
      await rest()
    }
  }
  try {
    const file = await format.build(records(), keys, options)
    signal.throwIfAborted()
    const saved = name ?? (first && nameOf(first, count, format.extension))
    if (saved === undefined) return { kind: 'failed', words: 'Nothing was saved: these runs can no longer be read.' }
    saveFile(file, saved)
    const missing = ids.length - count
    return {
      kind: 'saved',
      words: missing === 0 ? `Saved as ${saved}` : `Saved as ${saved}; ${counted(missing, 'unreadable run')} skipped`,
    }
  } catch (error) {
    return { kind: 'failed', words: wordsOf(error, signal) }
  }
}

type SaveCollection = Pick<SaveRuns, 'readRecord' | 'keys'> & { readonly collection: Collection; readonly runs: Runs }

/** Downloads a collection and the runs that its cards record as a bundle. Rejects where the ledger does. */
export async function saveCollection({ collection, runs, ...reading }: SaveCollection): Promise<Said> {
  const at = new Date(collection.at)
  return await saveRuns({
    ...{ ...reading, signal: new AbortController().signal, onProgress: () => {} },
    format: { build: writeBundle, extension: 'zip' },
    ids: [...new Set(collection.cards.flatMap(({ run }) => run ?? []))],
    options: { ...(await extrasOf(runs)), collections: [collection] },
    name: fileName({
      panel: 'collection',
      model: `${collection.cards.length}`,
      prompt: collectionTitle(collection),
      at,
      n: 1,
      extension: 'zip',
    }),
  })
}

function wordsOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Cancelled. Nothing was saved.'
  if (error instanceof ExportError) return error.message
  return 'Nothing was saved: the runs could not be read, or there is no room for the file.'
}

function nameOf({ run }: RunRecord, count: number, extension: string): string {
  const at = new Date(run.log[0]?.at ?? 0)
  if (count > 1) return fileName({ panel: 'runs', model: `${count}`, prompt: 'runs', at: new Date(), n: 1, extension })
  return fileName({ panel: run.endpoint, model: run.model, prompt: run.name ?? run.title, at, n: 1, extension })
}
