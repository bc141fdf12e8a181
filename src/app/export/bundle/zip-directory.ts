import { rest } from '../../run/slices.ts'
import { refuse, shownName } from '../export-error.ts'
import type { BundleLimits } from './bundle-format.ts'

/** A file in a zip. `start` and `packed` are checked against the zip and the other files; `size` is unchecked. */
export interface ZipEntry {
  readonly name: string
  readonly method: 0 | 8
  readonly start: number
  readonly packed: number
  readonly size: number
}

const endLength = 22
/** The end record of Zip64 without an extension, and its locator. */
const zip64Length = 56 + 20
const longestComment = 65_535
const longestLine = 46 + 1024
/** Bytes that are read at once: each read of a Blob takes its time, whatever its length. */
const readTogether = 2 ** 17
const lastRead = new WeakMap<Blob, { readonly from: number; readonly bytes: ArrayBuffer }>()

/** A part of a file. Parts that follow each other closely cost one read of the Blob together. */
export async function bytesOf(zip: Blob, start: number, end: number): Promise<DataView<ArrayBuffer>> {
  const { from, bytes } = lastRead.get(zip) ?? { from: 0, bytes: new ArrayBuffer(0) }
  const length = Math.max(0, end - start)
  if (from <= start && start + length <= from + bytes.byteLength) return new DataView(bytes, start - from, length)
  const read = await zip.slice(start, start + Math.max(length, readTogether)).arrayBuffer()
  lastRead.set(zip, { from: start, bytes: read })
  return new DataView(read, 0, Math.min(length, read.byteLength))
}

async function findEnd(zip: Blob) {
  const from = Math.max(0, zip.size - endLength - longestComment)
  const view = await bytesOf(zip, from, zip.size)
  for (let at = view.byteLength - endLength; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (at + endLength + view.getUint16(at + 20, true) !== view.byteLength) continue
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    }
    if (view.getUint32(at + 4, true) !== 0 || view.getUint16(at + 8, true) !== end.count)
      refuse('it is one part of a split zip.')
    if (end.offset === 0xffffffff) refuse('it is larger than 4 GiB, which bundles never are.')
    if (end.count === 0xffff) return { ...end, count: await zip64Count(zip, from + at) }
    if (end.offset + end.size > from + at) refuse('its list of files is damaged.')
    return end
  }
  return refuse('it is not a zip, or its end is missing.')
}

/** The number of files by the end record of Zip64, which stands with its locator before the end at that offset. */
async function zip64Count(zip: Blob, end: number): Promise<number> {
  const view = await bytesOf(zip, Math.max(0, end - zip64Length), end)
  const isWhole =
    view.byteLength === zip64Length &&
    view.getUint32(0, true) === 0x06064b50 &&
    view.getUint32(zip64Length - 20, true) === 0x07064b50
  if (!isWhole || view.getBigUint64(32, true) > 0xffff_ffffn) return refuse('its list of files is damaged.')
  return view.getUint32(32, true)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function readName(view: DataView<ArrayBuffer>, at: number, length: number): string {
  try {
    return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at, length))
  } catch {
    return refuse('a file name in it is not UTF-8.')
  }
}

interface Line extends Omit<ZipEntry, 'start'> {
  readonly offset: number
}

function readLine(view: DataView<ArrayBuffer>, at: number): { readonly line: Line; readonly next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) refuse('its list of files is damaged.')
  const length = view.getUint16(at + 28, true)
  const next = at + 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (next > view.byteLength) refuse('its list of files is damaged.')
  const name = readName(view, at + 46, length)
  const trouble = nameTrouble(name)
  if (trouble !== undefined) refuse(`the name ${shownName(name)} ${trouble}.`)
  if (view.getUint16(at + 8, true) & 1) refuse(`${shownName(name)} is encrypted.`)
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8) refuse(`${shownName(name)} uses an unsupported compression method.`)
  const [packed, size, offset] = [20, 24, 42].map((field) => view.getUint32(at + field, true))
  return { line: { name, method, packed: packed ?? 0, size: size ?? 0, offset: offset ?? 0 }, next }
}

/** Finds the start of a file's bytes, behind its local header, whose name must equal that in the directory. */
async function locate(
  zip: Blob,
  { offset, ...line }: Line,
  limit: number,
): Promise<ZipEntry & { readonly offset: number }> {
  const view = await bytesOf(zip, offset, Math.min(offset + 30 + 255 * 4, limit))
  if (view.byteLength < 30 || view.getUint32(0, true) !== 0x04034b50) refuse(`${shownName(line.name)} is damaged.`)
  const length = view.getUint16(26, true)
  if (30 + length > view.byteLength || readName(view, 30, length) !== line.name)
    refuse(`${shownName(line.name)} has two different names.`)
  const start = offset + 30 + length + view.getUint16(28, true)
  if (start + line.packed > limit) refuse(`${shownName(line.name)} is damaged.`)
  return { ...line, start, offset }
}

/** Reads the directory of a zip, by file names. Throws an `ExportError` for anything that a plain zip does not have. */
export async function readDirectory(zip: Blob, limits: BundleLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  const end = await findEnd(zip)
  if (end.count > limits.entries) refuse(`it contains ${end.count} files, more than the maximum of ${limits.entries}.`)
  if (end.size > end.count * longestLine) refuse('its list of files is too long.')
  const view = await bytesOf(zip, end.offset, end.offset + end.size)
  const found = new Map<string, ZipEntry>()
  const names = new Set<string>()
  const lines: Line[] = []
  let at = 0
  for (let index = 0; index < end.count; index += 1) {
    const { line, next } = readLine(view, at)
    at = next
    if (names.has(sameName(line.name))) refuse(`it contains two files named ${shownName(line.name)}.`)
    names.add(sameName(line.name))
    lines.push(line)
    await rest()
  }
  if (at !== view.byteLength) refuse('its list of files is damaged.')
  const places: { readonly offset: number; readonly end: number }[] = []
  for (const line of lines) {
    const { offset, ...entry } = await locate(zip, line, end.offset)
    places.push({ offset, end: entry.start + entry.packed })
    found.set(entry.name, entry)
    await rest()
  }
  places.sort((a, b) => a.offset - b.offset)
  // Overlapping files are a decompression bomb: a small zip that unpacks to any size.
  if (places.some((place, index) => place.offset < (places[index - 1]?.end ?? 0))) refuse('files in it overlap.')
  return found
}

const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*\\]/u

/** Why a name is not allowed; undefined where it is. The app writes nothing to the disk, but other tools unpack the same file. */
function nameTrouble(name: string): string | undefined {
  if (name === '' || name.length > 255) return 'is empty or too long'
  if (/^[A-Za-z]:/.test(name)) return 'contains a drive letter'
  if (name.startsWith('/') || name.includes('\\')) return 'is not a relative path'
  if (forbidden.test(name)) return 'contains forbidden characters'
  const steps = name.replace(/\/$/, '').split('/')
  return steps.some((step) => /^\.{0,2}$/.test(step)) ? 'points outside its folder' : undefined
}

/** Normalized name: equal for names that some file systems treat as the same. */
const sameName = (name: string) => name.normalize('NFC').toLowerCase()
