import { readSource } from '../../../../src/app/panels/lab/rows/read-source.ts'
import { createRandom } from '../../text/random.ts'
import { words } from '../../text/words.ts'
import { countLongTasks } from '../long-tasks.ts'
import { settled } from '../waiting.ts'
import PapaparseWorker from './papaparse-worker.ts?worker'

export interface CsvResult {
  /** From the press to the rows in the page, in ms. */
  readonly ms: number
  readonly rows: number
  /** The longest task of the page in ms; 0 where none took 50. */
  readonly longest: number
}

const [rowCount, columnCount] = [9_999, 10]

const readers = {
  ours: async (name: string, blob: Blob) => {
    const reading = await readSource({ source: [{ name, blob }], hasHeader: true }, new AbortController().signal)
    return reading.status === 'read' ? reading.rows.length : 0
  },
  papaparse: (_: string, blob: Blob) =>
    new Promise<number>((done) => {
      const worker = new PapaparseWorker()
      worker.onmessage = ({ data }: MessageEvent<readonly object[]>) => done(data.length)
      worker.postMessage(blob)
    }),
}
export type CsvReader = keyof typeof readers

/** A file of nearly so many bytes, of whose cells every fifth is quoted, read by a worker that is started for it. */
export async function readCsv({
  reader,
  bytes,
  seed,
}: {
  reader: CsvReader
  bytes: number
  seed: number
}): Promise<CsvResult> {
  const blob = new Blob([csvText(bytes, seed)])
  await settled()
  const longTasks = countLongTasks()
  const began = performance.now()
  const rows = await readers[reader]('rows.csv', blob)
  const ms = performance.now() - began
  await settled()
  return { ms, rows, longest: longTasks().longest }
}

function csvText(bytes: number, seed: number): string {
  const random = createRandom(seed)
  const length = bytes / (rowCount + 1) / columnCount - 3
  const cell = (at: number) => {
    let text = ''
    while (text.length < length) text += `${random.pick(words)} `
    return at % 5 === 0 ? `"${text.slice(0, length - 6)}, ""x"""` : text.slice(0, length)
  }
  const line = () => Array.from({ length: columnCount }, (_, at) => cell(at)).join(',')
  const head = Array.from({ length: columnCount }, (_, at) => `column ${at + 1}`).join(',')
  return [head, ...Array.from({ length: rowCount }, line)].join('\n')
}
