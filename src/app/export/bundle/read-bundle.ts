import * as z from 'zod/mini'
import { jsonIn, tooDeep } from '#contract/core/loose-json.ts'
import { type Judgement, readJudgement } from '#lab/judgements.ts'
import { essenceOf, extensionOf } from '#media/media-type.ts'
import { type Collection, readCollection } from '../../collections/collection.ts'
import { readSharedPlan, type SharedPlan } from '../../lab/plan-drafts.ts'
import {
  assetList,
  type RecordedAsset,
  type RunRecord,
  recordedEvent,
  recordedRequest,
  recordedRun,
  replyHead,
  type SentPart,
  type SentRequest,
} from '../../run/history/run-record-schema.ts'
import { readResult } from '../../run/result.ts'
import { counted } from '../../ui/format.ts'
import { refuse, shownName } from '../export-error.ts'
import {
  BundleHead,
  type BundleLimits,
  bundleLimits,
  bundleVersion,
  collectionsFile,
  judgementsFile,
  Manifest,
  plansFile,
  runFiles,
} from './bundle-format.ts'
import { cleanRun, type FreshRuns, type Ids, oneLine, withFreshIds } from './fresh-ids.ts'
import { unpack } from './packing.ts'
import { readDirectory, type ZipEntry } from './zip-directory.ts'

/** An asset with its bytes: its name in one line, and a media type that is never executed as a page. */
export function safeAsset(facts: z.infer<typeof assetList>[number], blob: Blob): RecordedAsset {
  const type = extensionOf(facts.type) === 'bin' ? 'application/octet-stream' : facts.type
  return {
    ...{ ...facts, type, blob: typed(blob, type) },
    ...(facts.name !== undefined && { name: oneLine(facts.name, 255) }),
  }
}

/** Sets a media type that is never executed as a page: unknown types become `application/octet-stream`. */
function typed(blob: Blob, type: string): Blob {
  return blob.slice(0, blob.size, extensionOf(type) === 'bin' ? 'application/octet-stream' : essenceOf(type))
}

async function withBytes(files: BundleFiles, sent: SentRequest): Promise<SentRequest> {
  const { body } = sent
  if (body.kind !== 'multipart') return sent
  const parts = body.parts.map(async (part): Promise<SentPart> => {
    if (part.kind === 'text') return part
    const file = { ...part.file, name: oneLine(part.file.name, 255) }
    if (!files.hasMedia(file.sha256)) return { ...part, file }
    const blob = await files.media(file.sha256)
    if (blob.size !== file.size) refuse(`the size of ${shownName(file.name)} is wrong.`)
    return { ...part, file: { ...file, blob: typed(blob, file.type) } }
  })
  return { ...sent, body: { kind: 'multipart', parts: await Promise.all(parts) } }
}

const ResultFile = z.object({ result: z.unknown(), assets: assetList })

async function readRun(files: BundleFiles, folder: string): Promise<RunRecord> {
  const path = (name: string) => `${folder}/${name}`
  const json = async <T>(name: string, schema: z.ZodMiniType<T>) =>
    readJsonFile(path(name), await files.text(path(name)), schema)
  const run = await json(runFiles.run, recordedRun)
  const sent = await json(runFiles.request, recordedRequest)
  const reply = await json(runFiles.head, replyHead)
  const lines = (await files.text(path(runFiles.events))).split('\n').filter((line) => line !== '')
  const { result: stored, assets } = await json(runFiles.result, ResultFile)
  const result = readResult(stored) ?? refuse(`${shownName(path(runFiles.result))} is not valid.`)
  const read: RecordedAsset[] = []
  for (const asset of assets) {
    const blob = await files.media(asset.sha256)
    if (blob.size !== asset.size) refuse('the size of an asset is wrong.')
    read.push(safeAsset(asset, blob))
  }
  return {
    run: cleanRun(run),
    sent: await withBytes(files, sent),
    ...(reply && { reply }),
    events: lines.map((line) => readJsonFile(path(runFiles.events), line, recordedEvent)),
    result,
    assets: read,
  }
}

/**
 * Reads the runs of a bundle, what people said of them, their plans, and collections. Nothing is executed or fetched. Every length, name and hash is checked while unpacking; any mismatch throws
 * an `ExportError`, and the whole bundle is refused. Ids that are in use, repeated or malformed are replaced; runs that are stored
 * already are left out. Stored media stay slices of the given Blob and are not copied.
 */
export async function readBundle(zip: Blob, ids: Ids, limits: BundleLimits = bundleLimits): Promise<BundleContent> {
  const files = await openBundle(zip, limits)
  const records: RunRecord[] = []
  for (const { folder } of files.manifest.runs) records.push(await readRun(files, folder))
  const judgements = await readJudgements(files)
  const { plans, problems } = await readPlans(files, records)
  const { collections, problems: more } = await readCollections(files)
  const fresh = await withFreshIds(records, ids)
  const follow = (id: string) => fresh.renamed.get(id) ?? id
  return {
    ...{ ...fresh, plans, problems: [...problems, ...more] },
    judgements: judgements.map((one) => ({ ...one, runs: one.runs.map(follow) })),
    collections: collections.map((one) => ({
      ...one,
      cards: one.cards.map((card) => (card.run === undefined ? card : { ...card, run: follow(card.run) })),
    })),
  }
}

export interface BundleContent extends FreshRuns {
  /** Those of runs of the bundle, with their new ids. */
  readonly judgements: readonly Judgement[]
  /** With the versions of which a run is in the bundle. */
  readonly plans: readonly SharedPlan[]
  /** Whose cards name runs by their new ids. */
  readonly collections: readonly Collection[]
  /** Sentences about plans and collections that are not as they were. */
  readonly problems: readonly string[]
}

/** Records of a kind that this version does not know are left out. */
async function readJudgements(files: BundleFiles): Promise<readonly Judgement[]> {
  if (!files.manifest.files.some(({ path }) => path === judgementsFile)) return []
  const known = new Set(files.manifest.runs.map(({ id }) => id))
  const lines = (await files.text(judgementsFile)).split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => {
    const read = readJudgement(readJsonFile(judgementsFile, line, z.unknown()))
    return read?.runs.every((run) => known.has(run)) ? { ...read, by: oneLine(read.by, 100) } : []
  })
}

/** The values of a file beside the runs, one a line, undefined for one that cannot be read; undefined where the file is damaged. */
async function readLines(files: BundleFiles, name: string): Promise<readonly unknown[] | undefined> {
  if (!files.manifest.files.some(({ path }) => path === name)) return []
  const text = await files.text(name).catch(() => undefined)
  const lines = text?.split('\n').filter((line) => line !== '')
  return lines?.map((line) => (tooDeep(line, deepest) ? undefined : jsonIn(line)))
}

/** A plan that is damaged or of a newer version does not keep the runs from being read. */
async function readPlans(
  files: BundleFiles,
  records: readonly RunRecord[],
): Promise<Pick<BundleContent, 'plans' | 'problems'>> {
  const lines = await readLines(files, plansFile)
  if (!lines) return { plans: [], problems: ['Its plans of the Lab were left out: their file is damaged.'] }
  const batches = new Set(records.map(({ run }) => run.batch?.id))
  const all = lines.map(readSharedPlan)
  const plans = all.flatMap(({ plan: one }) => {
    const versions = one?.versions.filter(({ batch }) => batches.has(batch)) ?? []
    const plan = one && { ...one.plan, name: oneLine(one.plan.name, 200) }
    return plan && versions.length > 0 ? { ...one, plan, versions } : []
  })
  return { plans, problems: all.flatMap(({ problems }) => problems.map((one) => oneLine(one, 300))) }
}

/** So does a collection. */
async function readCollections(files: BundleFiles): Promise<Pick<BundleContent, 'collections' | 'problems'>> {
  const lines = await readLines(files, collectionsFile)
  if (!lines) return { collections: [], problems: ['Its collections were left out: their file is damaged.'] }
  const all = lines.map(readCollection)
  const left = all.filter(({ collection }) => !collection).length
  const cards = all.reduce((sum, { unreadable }) => sum + unreadable, 0)
  return {
    collections: all.flatMap(({ collection: one }) => {
      const line = (text: string) => oneLine(text, 200)
      return one
        ? { ...one, title: line(one.title), cards: one.cards.map((card) => ({ ...card, title: line(card.title) })) }
        : []
    }),
    problems: [
      ...(left > 0
        ? [`${counted(left, 'collection')} left out: damaged, or made by a newer version of Patchbay.`]
        : []),
      ...(cards > 0 ? [`${counted(cards, 'card')} left out: damaged.`] : []),
    ],
  }
}

const deepest = 128

const manifestName = 'manifest.json'
const longestManifest = 32 * 2 ** 20

/** The files of a bundle. A file is returned only with the size and hash that the manifest states. */
interface BundleFiles {
  readonly manifest: Manifest
  text(path: string): Promise<string>
  hasMedia(sha256: string): boolean
  /** Media by its hash; unpacked once even where several runs share it. */
  media(sha256: string): Promise<Blob>
}

function readJsonFile<T>(path: string, text: string, schema: z.ZodMiniType<T>): T {
  if (tooDeep(text, deepest)) refuse(`${shownName(path)} is nested too deeply.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse(`${shownName(path)} is not valid JSON.`)
  }
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const at = read.error.issues[0]?.path.map(String).join('.')
  return refuse(`${shownName(path)} is not valid${at ? `: see ${shownName(at)}` : ''}.`)
}

async function readManifest(zip: Blob, entry: ZipEntry | undefined, limits: BundleLimits): Promise<Manifest> {
  if (!entry) return refuse('manifest.json is missing, so it is not a Patchbay bundle.')
  const text = await (await unpack(zip, entry, longestManifest, limits)).blob.text()
  const head = readJsonFile(manifestName, text, BundleHead)
  if (head.version > bundleVersion) refuse('it was made by a newer version of the app.')
  const manifest = readJsonFile(manifestName, text, Manifest)
  if (new Set(manifest.files.map(({ path }) => path)).size < manifest.files.length)
    refuse('its manifest lists a file twice.')
  if (new Set(manifest.runs.map(({ folder }) => folder)).size < manifest.runs.length)
    refuse('its manifest lists a run twice.')
  return manifest
}

/** Opens a bundle. Files that the manifest does not name are never unpacked. */
async function openBundle(zip: Blob, limits: BundleLimits): Promise<BundleFiles> {
  const entries = await readDirectory(zip, limits)
  const manifest = await readManifest(zip, entries.get(manifestName), limits)
  const known = new Map(manifest.files.map((file) => [file.path, file]))
  const total = manifest.files.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.total) refuse(`it unpacks to more than ${limits.total} bytes.`)

  async function open(path: string, most: number): Promise<Blob> {
    const [entry, file] = [entries.get(path), known.get(path)]
    if (!entry || !file) return refuse(`${shownName(path)} is missing.`)
    if (file.size > most) refuse(`${shownName(path)} is larger than ${most} bytes.`)
    const { blob, sha256 } = await unpack(zip, entry, file.size, limits)
    if (blob.size !== file.size || sha256 !== file.sha256)
      refuse(`${shownName(path)} does not match the hash in the manifest.`)
    return blob
  }

  const mediaPaths = new Map(
    manifest.files.filter(({ path }) => path.startsWith('media/')).map(({ path, sha256 }) => [sha256, path]),
  )
  const opened = new Map<string, Promise<Blob>>()
  return {
    manifest,
    text: async (path) => (await open(path, limits.json)).text(),
    hasMedia: (sha256) => mediaPaths.has(sha256),
    media(sha256) {
      const path = mediaPaths.get(sha256)
      if (path === undefined) return refuse('data of a run is missing.')
      const blob = opened.get(sha256) ?? open(path, limits.media)
      opened.set(sha256, blob)
      return blob
    },
  }
}
