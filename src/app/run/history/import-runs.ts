import { defined } from '#contract/core/loose-json.ts'
import { batchIn, type RunBody } from '../../ledger/run-row.ts'
import type { WholeRun } from '../../ledger/whole-run.ts'
import { outputOf } from '../life/hashes.ts'
import { hasReplied } from '../life/states.ts'
import { liftRequest } from '../lifted-request.ts'
import { notSaved } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { draftsOf } from '../stored-draft.ts'
import { toolsOf } from '../tools-of.ts'
import { runRecord } from './run-record.ts'
import type { RunRecord, SentBody, SentPart } from './run-record-schema.ts'
import { type Judgements, judgementsOf } from './stored-judgements.ts'

/** The outcome of an import. */
export interface Imported {
  /** The ids of the imported runs, in the given order. */
  readonly ids: readonly string[]
  /** The reason for each of the others, as a sentence for people. */
  readonly failures: readonly string[]
}

/**
 * Writes runs of other browsers to the ledger, in order of their start, each in one transaction. Sends nothing: a run whose reply has
 * not ended is left out, since no page receives it. Rejects where the ledger's code does not load.
 */
export async function importRuns(
  { ledger, newId }: Pick<RunTools, 'ledger' | 'newId'>,
  records: readonly RunRecord[],
): Promise<Imported> {
  const history = await ledger.history()
  async function why(record: RunRecord): Promise<string | undefined> {
    if (!hasReplied(record.run.status)) return 'The run has not finished.'
    try {
      return (await history.add(await wholeRun(record, newId))) ? undefined : 'Its ID is already in use.'
    } catch (error) {
      return notSaved(error)
    }
  }
  const added = new Set<RunRecord>()
  const failures: string[] = []
  for (const record of records.toSorted((a, b) => startOf(a) - startOf(b))) {
    const failure = await why(record)
    if (failure === undefined) added.add(record)
    else failures.push(failure)
  }
  return { ids: records.filter((record) => added.has(record)).map(({ run }) => run.id), failures }
}

export type Importing = ReturnType<typeof createImporting>

/** Functions to import runs. All of them reject where the ledger does. */
export function createImporting(
  tools: Pick<RunTools, 'ledger' | 'newId' | 'createReader'>,
  judgements: Pick<Judgements, 'merge'>,
) {
  const history = () => tools.ledger.history()
  return {
    /** Every id in use by a run or its media, damaged and deleted ones included. */
    takenIds: async () => await (await history()).takenIds(),
    record: (id: string) => runRecord(tools, id),
    /** Restores those of the runs that were deleted and are not purged yet; resolves with their number. */
    async restore(ids: readonly string[]): Promise<number> {
      const { rows, change } = await history()
      const deleted = (await rows(ids)).flatMap((row) => (row?.deleted === undefined ? [] : [row.id]))
      await change(deleted, ({ deleted: _, ...row }) => row)
      return deleted.length
    },
    drafts: draftsOf(tools),
    importRuns: (records: readonly RunRecord[]) => importRuns(tools, records),
    /** Adds those that are not here yet; resolves with their number. */
    addJudgements: judgements.merge,
  }
}

/** Imports into the ledger of a page's runs. */
export function importingOf(runs: Runs): Importing {
  return createImporting(toolsOf(runs), judgementsOf(runs))
}

const startOf = ({ run }: RunRecord) => run.log[0]?.at ?? 0

async function wholeRun(
  { run, sent, reply, events, result, assets }: RunRecord,
  newId: () => string,
): Promise<WholeRun> {
  const { turn, batch = batchIn(turn), ...row } = run
  const { body, ...head } = sent
  const output = await outputOf(result)
  const { content, files } = await contentOf(body, row.id, newId)
  const known = new Set(assets.filter(({ role }) => role === 'input').map(({ sha256 }) => sha256))
  const fresh = files.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  return {
    row: { ...row, intent: '', ...defined({ batch, output }) },
    body: { id: row.id, ...content, sent: head, result, ...defined({ turn, reply }) },
    events,
    assets: [...assets, ...fresh].map((asset) => ({ ...asset, run: row.id })),
  }
}

interface Content {
  readonly content: Pick<RunBody, 'request' | 'parts'>
  /** May contain a file several times. */
  readonly files: RunRecord['assets']
}

/** The request as it is stored, and its files. */
async function contentOf(body: SentBody, run: string, newId: () => string): Promise<Content> {
  if (body.kind === 'none') return { content: { request: undefined }, files: [] }
  if (body.kind === 'json') {
    const { request, assets } = await liftRequest(run, body.value, newId)
    return { content: { request }, files: assets }
  }
  const files = body.parts.flatMap((part) => (part.kind === 'text' ? [] : [part.file]))
  return {
    content: { request: undefined, parts: body.parts.map(withoutBytes) },
    files: files.flatMap(({ blob, ...file }) =>
      blob === undefined ? [] : [{ ...file, blob, id: newId(), role: 'input' as const }],
    ),
  }
}

function withoutBytes(part: SentPart) {
  if (part.kind === 'text') return part
  const { blob: _, ...file } = part.file
  return { ...part, file }
}
