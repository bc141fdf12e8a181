import { unzipSync } from 'fflate'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { readTable, refusedSize, type TableReading } from '#lab/rows/read-table.ts'
import { planLimits, refuse, tooMany, Unreadable } from '#lab/rows/row-limits.ts'
import { heldFile } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { HeldFile } from '../../../run/run-draft.ts'

/** A file by its path in what was dropped or chosen. */
export interface SourceFile {
  readonly name: string
  readonly blob: Blob
}

/** A text that was pasted, or files: a table, others that it names, or a zip of them. */
export type ImportSource = string | readonly SourceFile[]

export interface TableQuestion {
  readonly source: ImportSource
  readonly hasHeader: boolean
}

type Read = Extract<TableReading, { status: 'read' }>

/** A table with the files that came along. Without a table they are the rows. */
type SourceRead = Omit<Read, 'format'> & {
  readonly format: Read['format'] | 'Files'
  readonly files: readonly HeldFile[]
}
export type SourceReading = Exclude<TableReading, Read> | SourceRead

/** Rows in one message: the page reads each message in one task, which for all rows of a large table is a long one. */
const portion = 500

/** What the page is sent: lists of rows, and at last the reading without them. */
export function messagesOf(reading: SourceReading): readonly (SourceReading | readonly JsonRecord[])[] {
  if (reading.status === 'refused') return [reading]
  const { rows } = reading
  const portions = Array.from({ length: Math.ceil(rows.length / portion) }, (_, at) =>
    rows.slice(at * portion, (at + 1) * portion),
  )
  return [...portions, withRows(reading, [])]
}

/** A reading with other rows, which are also those of its test set. */
export const withRows = ({ foreign, ...reading }: SourceRead, rows: readonly JsonRecord[]): SourceReading => ({
  ...{ ...reading, rows },
  ...(foreign && { foreign: { ...foreign, rows } }),
})

/** A text beside other files is one of them; alone it may be a table. */
const isTable = ({ name }: SourceFile) => /\.(?:csv|tsv|tab|jsonl|ndjson|json|ya?ml)$/i.test(name)

/** Reads what was dropped, chosen or pasted. Never rejects. */
export async function answerSource({ source, hasHeader }: TableQuestion): Promise<SourceReading> {
  if (typeof source === 'string') return withFiles(readTable({ text: source }, hasHeader), [])
  try {
    const given = await unpacked(source)
    const [only, ...more] = given
    const table = given.find(isTable) ?? (only && more.length === 0 && !(await typeOf(only.blob)) ? only : undefined)
    const files = await Promise.all(given.filter((one) => one !== table).map(held))
    if (!table) return ofFiles(files)
    const tooLarge = refusedSize(table.blob.size)
    const bytes = new Uint8Array(tooLarge ? [] : await table.blob.arrayBuffer())
    return withFiles(tooLarge ?? readTable({ name: table.name, bytes }, hasHeader), files)
  } catch (cause) {
    const why =
      cause instanceof Unreadable ? cause.message : 'The file could not be read. It may have been moved or changed.'
    return { status: 'refused', why }
  }
}

const withFiles = (reading: TableReading, files: readonly HeldFile[]): SourceReading =>
  reading.status === 'read' ? { ...reading, files } : reading

function ofFiles(files: readonly HeldFile[]): SourceReading {
  if (files.length === 0) return { status: 'refused', why: 'No rows.' }
  const rows = files.map(({ name }) => ({ file: name }))
  return { status: 'read', format: 'Files', columns: ['file'], rows, ragged: [], notes: [], files }
}

const typeOf = async (blob: Blob) => sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer()))

/** The bytes as they are now, with their type by the first of them. */
async function held({ name, blob }: SourceFile): Promise<HeldFile> {
  const { blob: copy, sha256 } = await heldFile(blob)
  return { name, sha256, blob: copy.slice(0, copy.size, (await typeOf(copy)) ?? blob.type) }
}

/** The files themselves, or those in a zip, without hidden ones and without the folder around all of them. */
async function unpacked(given: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const [first] = given
  const isZip = first && given.length === 1 && /\.zip$/i.test(first.name)
  const all = (isZip ? await filesInZip(first.blob) : given).filter(({ name }) => isShown(name))
  refuseMany(all.map(({ blob }) => blob.size))
  const [folder = ''] = /^[^/]+\//.exec(all[0]?.name ?? '') ?? []
  return all.every(({ name }) => name.startsWith(folder))
    ? all.map((one) => ({ ...one, name: one.name.slice(folder.length) }))
    : all
}

const isShown = (name: string) => !/(?:^|\/)(?:\.|__MACOSX\/)|\/$/.test(name)

/** The sizes are checked as the zip states them, before anything is unpacked: no entry gets more room than it states. */
async function filesInZip(zip: Blob): Promise<readonly SourceFile[]> {
  refuseMany([zip.size])
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const sizes: number[] = []
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
    if (!isShown(name)) return false
    sizes.push(originalSize)
    refuseMany(sizes)
    return true
  }
  try {
    return Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({
      name,
      blob: new Blob([new Uint8Array(content)]),
    }))
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : new Unreadable('The zip file is damaged or encrypted.')
  }
}

function refuseMany(sizes: readonly number[]): void {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  refuse(
    tooMany(sizes.length, planLimits.files, 'files') ??
      tooMany(Math.ceil(bytes / 2 ** 20), planLimits.fileBytes / 2 ** 20, 'MB of files'),
  )
}
