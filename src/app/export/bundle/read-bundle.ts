import * as z from 'zod/mini'
import { essenceOf, extensionOf } from '#media/media-type.ts'
import {
  assetList,
  type RecordedAsset,
  type RunRecord,
  recordedEvent,
  recordedRun,
  replyHead,
  type SentPart,
  type SentRequest,
  sentRequest,
} from '../../run/history/record-schema.ts'
import { readResult } from '../../run/result.ts'
import { refuse, shownName } from '../export-error.ts'
import { type BundleFiles, openBundle, readJsonFile } from './bundle-files.ts'
import { type BundleLimits, bundleLimits, runFiles } from './bundle-format.ts'
import { cleanRun, oneLine } from './clean-run.ts'
import { type FreshRuns, type Ids, withFreshIds } from './fresh-ids.ts'

/** Bytes from elsewhere under a type that no page runs when it is opened: unknown ones are only bytes. */
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
  const sent = await json(runFiles.request, sentRequest)
  const reply = await json(runFiles.head, replyHead)
  const lines = (await files.text(path(runFiles.events))).split('\n').filter((line) => line !== '')
  const { result: stored, assets } = await json(runFiles.result, ResultFile)
  const result = readResult(stored) ?? refuse(`${shownName(path(runFiles.result))} does not fit.`)
  const read: RecordedAsset[] = []
  for (const asset of assets) {
    const blob = await files.media(asset.sha256)
    if (blob.size !== asset.size) refuse('the size of an asset is wrong.')
    const type = extensionOf(asset.type) === 'bin' ? 'application/octet-stream' : asset.type
    const name = asset.name === undefined ? {} : { name: oneLine(asset.name, 255) }
    read.push({ ...asset, ...name, type, blob: typed(blob, type) })
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
 * The runs of a bundle, of this copy of the app or another. Nothing runs and nothing is fetched. Every length, name and hash is
 * checked as the bytes come out; whatever is not exactly right throws an `ExportError` that says what, and then nothing of the
 * bundle is opened. Ids that are taken here, twice in the bundle or no ids are replaced; runs that are here already are left out. Media that is stored in it stays a part of
 * the given Blob and is not copied.
 */
export async function readBundle(zip: Blob, ids: Ids, limits: BundleLimits = bundleLimits): Promise<FreshRuns> {
  const files = await openBundle(zip, limits)
  const records: RunRecord[] = []
  for (const { folder } of files.manifest.runs) records.push(await readRun(files, folder))
  return await withFreshIds(records, ids)
}
