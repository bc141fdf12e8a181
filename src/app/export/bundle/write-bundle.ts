import * as z from 'zod/mini'
import type { Judgement } from '#lab/judgements.ts'
import { extensionOf } from '#media/media-type.ts'
import { crc32 } from '#media/png.ts'
import { chunksOf, Sha256 } from '#media/sha256.ts'
import type { Collection } from '../../collections/collection.ts'
import type { SharedPlan } from '../../lab/plan-drafts.ts'
import { assetList, type RunRecord, recordedRun } from '../../run/history/run-record-schema.ts'
import { rest } from '../../run/slices.ts'
import { isLabThread } from '../../run/stored-draft.ts'
import { sizeLimit } from '../../ui/format.ts'
import { ExportError } from '../export-error.ts'
import { refuseKeys } from '../keys/scan-for-key.ts'
import { plainSent } from '../record/run-facts.ts'
import { jsonPieces } from '../text/pieces.ts'
import {
  type BundleLimits,
  bundleFormat,
  bundleLimits,
  bundleVersion,
  collectionsFile,
  judgementsFile,
  type Manifest,
  mediaPath,
  plansFile,
  runFiles,
} from './bundle-format.ts'
import { packText } from './packing.ts'
import { ZipWriter } from './zip-writer.ts'

/** What goes along with runs. */
export interface BundleExtras {
  /** Those of the runs in the bundle are written. */
  readonly judgements?: readonly Judgement[]
  /** Gives the plans of the Lab that these are runs of. */
  readonly plansOf?: (runs: readonly Pick<RunRecord['run'], 'thread' | 'batch'>[]) => Promise<readonly SharedPlan[]>
  /** Written whole, whichever of their runs are in the bundle. */
  readonly collections?: readonly Collection[]
}

const encoder = new TextEncoder()

class BundleWriter {
  readonly #zip = new ZipWriter()
  readonly #files: Manifest['files'] = []
  readonly #runs: Manifest['runs'] = []
  readonly #ofPlans: RunRecord['run'][] = []
  readonly #media = new Set<string>()
  readonly #keys: readonly string[]
  readonly #limits: BundleLimits
  #total = 0

  constructor(keys: readonly string[], limits: BundleLimits) {
    this.#keys = keys
    this.#limits = limits
  }

  async addRun(record: RunRecord): Promise<void> {
    const folder = `runs/${this.#runs.length + 1}`
    this.#runs.push({ id: record.run.id, folder })
    if (isLabThread(record.run.thread)) this.#ofPlans.push(record.run)
    const assets = z.parse(assetList, record.assets)
    await this.#addText(`${folder}/${runFiles.run}`, await jsonOf(z.parse(recordedRun, record.run)))
    await this.#addText(`${folder}/${runFiles.request}`, await jsonOf(plainSent(record.sent)))
    await this.#addText(`${folder}/${runFiles.head}`, await jsonOf(record.reply ?? null))
    await this.#addText(`${folder}/${runFiles.events}`, await linesOf(record.events))
    await this.#addText(`${folder}/${runFiles.result}`, await jsonOf({ result: record.result, assets }))
    const { body } = record.sent
    const files =
      body.kind === 'multipart' ? body.parts.flatMap((part) => (part.kind === 'file' ? [part.file] : [])) : []
    for (const { blob, sha256, type, name } of [...record.assets, ...files])
      if (blob) await this.#addMedia(blob, sha256, type, name ?? 'a file')
  }

  /** Those of which every run is in the bundle. */
  async addJudgements(judgements: readonly Judgement[]): Promise<void> {
    const ids = new Set(this.#runs.map(({ id }) => id))
    const own = judgements.filter(({ runs }) => runs.every((run) => ids.has(run)))
    if (own.length > 0) await this.#addText(judgementsFile, await linesOf(own))
  }

  async addPlans(plansOf: Required<BundleExtras>['plansOf']): Promise<void> {
    const plans = this.#ofPlans.length > 0 ? await plansOf(this.#ofPlans) : []
    if (plans.length > 0) await this.#addText(plansFile, await linesOf(plans))
  }

  async addCollections(collections: readonly Collection[]): Promise<void> {
    if (collections.length > 0) await this.#addText(collectionsFile, await linesOf(collections))
  }

  async #addText(path: string, text: string): Promise<void> {
    const bytes = encoder.encode(text)
    if (bytes.length > this.#limits.json)
      throw tooLarge(`A bundle holds at most ${sizeLimit(this.#limits.json)} of text per file`)
    await refuseKeys(path, bytes, this.#keys)
    const packed = await packText(bytes)
    this.#zip.add(path, packed)
    this.#note(path, bytes.length, packed.sha256)
  }

  async #addMedia(blob: Blob, expected: string, type: string, name: string): Promise<void> {
    if (this.#media.has(expected)) return
    this.#media.add(expected)
    if (blob.size > this.#limits.media)
      throw tooLarge(`A bundle holds files of at most ${sizeLimit(this.#limits.media)}`)
    const hash = new Sha256()
    let crc = 0
    for await (const chunk of chunksOf(blob)) {
      hash.push(chunk)
      crc = crc32(chunk, crc)
      await rest()
    }
    const sha256 = hash.hex()
    if (sha256 !== expected) throw new ExportError(`${name} has changed since it was saved: its hash does not match.`)
    await refuseKeys(name, blob, this.#keys)
    const path = mediaPath(sha256, extensionOf(type))
    this.#zip.add(path, { bytes: blob, method: 0, crc, size: blob.size })
    this.#note(path, blob.size, sha256)
  }

  #note(path: string, size: number, sha256: string): void {
    this.#files.push({ path, size, sha256 })
    this.#total += size
    // The manifest is a file too.
    if (this.#files.length + 1 > this.#limits.entries)
      throw tooLarge(`A bundle holds at most ${this.#limits.entries.toLocaleString('en')} files`)
    if (this.#total > this.#limits.total) throw tooLarge(`A bundle holds at most ${sizeLimit(this.#limits.total)}`)
  }

  async end(): Promise<Blob> {
    const manifest: Manifest = {
      format: bundleFormat,
      version: bundleVersion,
      app: { name: 'Patchbay' },
      runs: this.#runs,
      files: this.#files,
    }
    // Of 1,600 runs it is more than a megabyte.
    const text = await jsonOf(manifest)
    this.#zip.add('manifest.json', await packText(encoder.encode(text)))
    return this.#zip.end()
  }
}

async function jsonOf(value: unknown): Promise<string> {
  let text = ''
  for (const piece of jsonPieces(value, 2)) {
    text += piece
    await rest()
  }
  return `${text}\n`
}

/** One value per line, in slices: a run may have tens of thousands of events. */
async function linesOf(values: readonly object[]): Promise<string> {
  let text = ''
  for (const value of values) {
    text += `${JSON.stringify(value)}\n`
    await rest()
  }
  return text
}

const tooLarge = (limit: string) => new ExportError(`${limit}: choose fewer runs.`)

/**
 * Writes runs as a zip that any copy of the app can open: for each run its request, the reply's head, events, result and verdict; the
 * judgements and the plans of these runs; collections; all media once; the SHA-256 of every file in `manifest.json`. Deterministic: equal runs give equal bytes. The Blob refers to the given
 * media without copying them. Throws an `ExportError` where a key is found, a limit is exceeded or bytes do not match their hash.
 */
export async function writeBundle(
  records: Iterable<RunRecord> | AsyncIterable<RunRecord>,
  keys: readonly string[],
  { judgements = [], plansOf = async () => [], collections = [] }: BundleExtras = {},
  limits: BundleLimits = bundleLimits,
): Promise<Blob> {
  const draft = new BundleWriter(keys, limits)
  for await (const record of records) await draft.addRun(record)
  await draft.addJudgements(judgements)
  await draft.addPlans(plansOf)
  await draft.addCollections(collections)
  return await draft.end()
}
