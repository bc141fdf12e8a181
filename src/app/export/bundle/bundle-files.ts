import * as z from 'zod/mini'
import { tooDeep } from '#contract/core/depth.ts'
import { refuse, shownName } from '../export-error.ts'
import { BundleHead, type BundleLimits, bundleVersion, Manifest } from './bundle-format.ts'
import { unpack } from './packing.ts'
import { readDirectory, type ZipEntry } from './zip-directory.ts'

/** Maximum nesting of a JSON file. */
const deepest = 128

const manifestName = 'manifest.json'
const longestManifest = 16 * 2 ** 20

/** The files of a bundle. A file is returned only with the size and hash that the manifest states. */
export interface BundleFiles {
  readonly manifest: Manifest
  text(path: string): Promise<string>
  /** Whether there is media of this hash. */
  hasMedia(sha256: string): boolean
  /** Media by its hash; unpacked once even where several runs share it. */
  media(sha256: string): Promise<Blob>
}

/** Parses JSON with a schema; refuses the bundle where it does not fit. */
export function readJsonFile<T>(path: string, text: string, schema: z.ZodMiniType<T>): T {
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
export async function openBundle(zip: Blob, limits: BundleLimits): Promise<BundleFiles> {
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
