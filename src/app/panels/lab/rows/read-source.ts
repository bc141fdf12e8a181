import type { DragEvent } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { planLimits } from '#lab/rows/row-limits.ts'
import { ownDrop } from '../../../files/drop-place.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { sayMissing } from '../../../ui/late-code.ts'
import { failureOf, withWorker } from '../../../ui/own-worker.ts'
import workerUrl from './rows-worker.ts?worker&url'
import {
  type ImportSource,
  type SourceFile,
  type SourceReading,
  type TableQuestion,
  withRows,
} from './source-reading.ts'

/** In seconds. A file of a few MB can be written so that reading it never ends. */
const patience = 20

/** Reads a table in a worker, for at most `patience`. Never rejects. */
export async function readSource(question: TableQuestion, signal: AbortSignal): Promise<SourceReading> {
  const late = AbortSignal.timeout(patience * 1000)
  try {
    return await withWorker(workerUrl, 'rows', (worker) => readingOf(worker, question, AbortSignal.any([signal, late])))
  } catch (cause) {
    if (late.aborted) return { status: 'refused', why: `Reading took more than ${patience} s and was stopped.` }
    return { status: 'refused', why: sayMissing(cause, 'This browser cannot read the file.') }
  }
}

function readingOf(worker: Worker, question: TableQuestion, signal: AbortSignal): Promise<SourceReading> {
  return new Promise((resolve, reject) => {
    const rows: JsonRecord[] = []
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onerror = (event) => void failureOf(event).then(reject)
    worker.onmessage = ({ data }: MessageEvent<readonly JsonRecord[] | SourceReading>) => {
      if (!('status' in data)) rows.push(...data)
      else if (data.status === 'refused') resolve(data)
      else resolve(withRows(data, rows))
    }
    worker.postMessage(question)
  })
}

const accept = '.csv,.tsv,.jsonl,.ndjson,.json,.yaml,.yml,.txt,.zip,.pdf,image/*,audio/*,video/*'

/** Opens the file dialog for a table, a zip, or files that are rows; call from a press. */
export const pickSource = (onSource: (source: ImportSource) => void): void =>
  pickFiles({ accept, count: 'several' }, (files) => files.length > 0 && onSource(files.map(asSource)))

const asSource = (file: File): SourceFile => ({ name: file.name, blob: file })

/** The props of a part of a panel that takes dropped files. */
export const sourceDrop = (onSource: (source: ImportSource) => void) => ({
  [ownDrop]: '',
  onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
  onDrop(event: DragEvent): void {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void droppedSource(event.dataTransfer).then(onSource)
  },
})

/** The files of a drop, those in folders by their paths. What cannot be read is left out. */
async function droppedSource({ items, files }: DataTransfer): Promise<ImportSource> {
  // Entries are given only while the event is handled.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files].map(asSource)
  const found: SourceFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

// Chromium has no globals of these classes to ask with `instanceof`.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function collect(entry: FileSystemEntry, found: SourceFile[]): Promise<void> {
  // One more than is taken, so that they are refused by their number.
  if (found.length > planLimits.files || entry.name.startsWith('.')) return
  if (isFile(entry)) {
    const blob = await new Promise<File | undefined>((done) => entry.file(done, () => done(undefined)))
    if (blob) found.push({ name: entry.fullPath.slice(1), blob })
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  const next = () => new Promise<readonly FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])))
  for (let inside = await next(); inside.length > 0; inside = await next())
    for (const one of inside) await collect(one, found)
}
