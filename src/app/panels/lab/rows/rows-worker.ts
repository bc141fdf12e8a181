import { readTable, refusedSize, type TableReading } from '#lab/rows/read-table.ts'

export interface TableQuestion {
  /** A file, or a pasted text. */
  readonly source: File | string
  readonly hasHeader: boolean
}

async function answer({ source, hasHeader }: TableQuestion): Promise<TableReading> {
  if (typeof source === 'string') return readTable({ text: source }, hasHeader)
  const tooLarge = refusedSize(source.size)
  if (tooLarge) return tooLarge
  try {
    return readTable({ name: source.name, bytes: new Uint8Array(await source.arrayBuffer()) }, hasHeader)
  } catch {
    return { status: 'refused', why: 'The file could not be read. It may have been moved or changed.' }
  }
}

addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => void answer(data).then((it) => postMessage(it)))
