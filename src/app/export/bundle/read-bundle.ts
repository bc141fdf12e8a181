import * as z from 'zod/mini'
import { essenceOf, extensionOf } from '#media/media-type.ts'
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
import { refuse, shownName } from '../export-error.ts'
import { type BundleFiles, openBundle, readJsonFile } from './bundle-files.ts'
import { type BundleLimits, bundleLimits, runFiles } from './bundle-format.ts'
import { cleanRun, type FreshRuns, type Ids, oneLine, withFreshIds } from './fresh-ids.ts'

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
 * Reads the runs of a bundle. Nothing is executed or fetched. Every length, name and hash is checked while unpacking; any mismatch throws
 * an `ExportError`, and the whole bundle is refused. Ids that are in use, repeated or malformed are replaced; runs that are stored
 * already are left out. Stored media stay slices of the given Blob and are not copied.
 */
export async function readBundle(zip: Blob, ids: Ids, limits: BundleLimits = bundleLimits): Promise<FreshRuns> {
  const files = await openBundle(zip, limits)
  const records: RunRecord[] = []
  for (const { folder } of files.manifest.runs) records.push(await readRun(files, folder))
  return await withFreshIds(records, ids)
}
