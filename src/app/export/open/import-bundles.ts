import { isJob } from '#contract/core/statuses.ts'
import { sha256Hex } from '#media/sha256.ts'
import type { Collection } from '../../collections/collection.ts'
import { addSharedCollection } from '../../collections/collection-drafts.ts'
import { addSharedPlan, type SharedPlan } from '../../lab/plan-drafts.ts'
import type { Importing } from '../../run/history/import-runs.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { counted } from '../../ui/format.ts'
import { contentHash, type FreshRuns } from '../bundle/fresh-ids.ts'
import { type BundleContent, readBundle } from '../bundle/read-bundle.ts'
import { readConversation } from '../conversation/conversation-file.ts'
import { ExportError } from '../export-error.ts'

export interface ImportOutcome {
  readonly kind: 'done' | 'failed'
  readonly words: string
  /** The id of the bundle's first run that is in the ledger. */
  readonly first?: string | undefined
}

/** Conversations hold runs alone. */
type OpenedRuns = FreshRuns & Partial<BundleContent>

/** Whether a file is JSON and no zip, by its first byte. */
async function isJson(file: Blob): Promise<boolean> {
  return /^\s*[{[]/.test(await file.slice(0, 100).text())
}

/**
 * Imports the runs of a bundle or of a conversation's JSON. A run that is stored already is not added again; where it was deleted and not purged yet, it is restored.
 * Sends nothing; a refused bundle changes nothing. Never rejects.
 */
export async function importBundle(file: Blob, into: Importing): Promise<ImportOutcome> {
  try {
    const taken = await into.takenIds()
    const read: OpenedRuns = await ((await isJson(file)) ? readConversation : readBundle)(file, {
      isTaken: (id) => taken.has(id),
      isHere: (record) => isHere(record, into),
      create: idOf,
    })
    const { records, renamed, here, judgements = [], plans = [], collections = [], problems = [] } = read
    const back = await into.restore(here)
    const { ids, failures } = await into.importRuns(records)
    const first = ids[0] ?? here[0]
    const judged = await into.addJudgements(judgements)
    const ofPlans = await addPlans(plans, into)
    const ofCollections = await addCollections(collections, into)
    const added = { judged, planned: ofPlans.added, collected: ofCollections.added }
    const told = wordsOf({ came: ids.length + back, here: here.length - back, ...added, failures })
    const words = [told, ...problems, ...ofPlans.said, ...ofCollections.said].join(' ')
    if (failures.length > 0 || !ofPlans.isStored || !ofCollections.isStored) return { kind: 'failed', words, first }
    const changed = [...renamed.values()].filter((id) => !here.includes(id)).length
    const isChanged = changed === 0 ? '' : ` ${counted(changed, 'id')} ${changed === 1 ? 'was' : 'were'} changed.`
    return { kind: 'done', words: words + isChanged, first }
  } catch (error) {
    const words = error instanceof ExportError ? error.message : 'The file could not be read. Nothing was changed.'
    return { kind: 'failed', words }
  }
}

/** `added`: plans that are new, or have more versions than before. */
async function addPlans(plans: readonly SharedPlan[], { drafts }: Importing) {
  try {
    const added = await Promise.all(plans.map((plan) => addSharedPlan(drafts, plan, idOf)))
    const isOther = added.some((one) => one.isOther)
    const said = isOther ? ['A plan is here with other content: that of the bundle is a plan of its own.'] : []
    return { added: added.filter(({ isAdded }) => isAdded).length, said, isStored: true }
  } catch {
    return { added: 0, said: ['Its plans could not be stored.'], isStored: false }
  }
}

async function addCollections(collections: readonly Collection[], { drafts }: Importing) {
  try {
    const outcomes = await Promise.all(collections.map((one) => addSharedCollection(drafts, one, idOf)))
    const isOther = outcomes.some((one) => one.isOther)
    const said = isOther ? ['A collection is here with other content: that of the bundle is one of its own.'] : []
    return { added: outcomes.filter(({ isAdded }) => isAdded).length, said, isStored: true }
  } catch {
    return { added: 0, said: ['Its collections could not be stored.'], isStored: false }
  }
}

/** Whether the stored run of the same id has the same content, or is the same job further on. */
async function isHere(record: RunRecord, into: Importing): Promise<boolean> {
  const stored = await into.record(record.run.id)
  if (stored === undefined) return false
  const { status, job, connection } = record.run
  const isSameJob = job !== undefined && stored.run.job === job && stored.run.connection.baseUrl === connection.baseUrl
  return (isJob(status) && isSameJob) || contentHash(stored) === contentHash(record)
}

/** A UUID-shaped id derived from the origin by SHA-256. */
function idOf(origin: string): string {
  const hex = sha256Hex(new TextEncoder().encode(origin))
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

interface Came {
  readonly came: number
  readonly here: number
  readonly judged: number
  readonly planned: number
  readonly collected: number
  readonly failures: readonly string[]
}

function wordsOf({ came, here, judged, planned, collected, failures }: Came): string {
  const [why] = failures
  const added = judged + planned + collected
  if (came + here + added + failures.length === 0) return 'The bundle contains no runs.'
  if (came + added + failures.length === 0)
    return here === 1
      ? 'This run is already here. Nothing was added.'
      : `All ${counted(here, 'run')} are already here. Nothing was added.`
  return [
    (came > 0 || added === 0) && `${counted(came, 'run')} imported.`,
    here > 0 && `${counted(here, 'run')} ${here === 1 ? 'is' : 'are'} already here.`,
    judged > 0 && `${counted(judged, 'judgement')} added.`,
    planned > 0 && `${counted(planned, 'plan')} of the Lab added.`,
    collected > 0 && `${counted(collected, 'collection')} added.`,
    why !== undefined && `${counted(failures.length, 'run')} could not be imported. ${why}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export async function importBundles(zips: readonly Blob[], into: Importing): Promise<ImportOutcome> {
  const all: ImportOutcome[] = []
  for (const zip of zips) all.push(await importBundle(zip, into))
  return together(all)
}

export function together(all: readonly ImportOutcome[]): ImportOutcome {
  const failed = all.some(({ kind }) => kind === 'failed')
  const [only] = all
  return {
    kind: failed ? 'failed' : 'done',
    words: all.length === 1 && only ? only.words : all.map(({ words }, at) => `Bundle ${at + 1}: ${words}`).join(' '),
    first: all.find(({ first }) => first !== undefined)?.first,
  }
}
