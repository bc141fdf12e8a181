import * as z from 'zod/mini'
import { underLock } from './life/locks.ts'
import type { RunTools } from './run-tools.ts'
import type { Runs } from './runs.ts'
import { toolsOf } from './tools-of.ts'

/** A recording of the microphone that was not used yet. */
const KeptRecording = z.object({
  id: z.string(),
  /** As the recorder gave it, with the codec. */
  type: z.string(),
  /** Ms since 1970. */
  started: z.number(),
  /** Length in seconds, as far as it is stored. */
  seconds: z.number(),
  /** Number of rows that hold its chunks. */
  rows: z.number(),
})
export type KeptRecording = Readonly<z.infer<typeof KeptRecording>>

/** Stores one recording while it is made. */
export interface RecordingWriter {
  readonly id: string
  readonly started: number
  /** Stores a further chunk; `seconds` is the length up to its end. */
  add(chunk: Blob, seconds: number): void
  /** Resolves when all chunks are stored, or could not be; from then on other tabs list the recording. */
  end(): Promise<'kept' | 'lost'>
}

/** Recordings in the ledger, chunk by chunk, so that what was recorded before a crash is there after it. Shared by all tabs. */
export interface Recordings {
  /** A new recording. Other tabs do not list it until it has ended or this page is gone. */
  begin(type: string): RecordingWriter
  /** The recordings that no page is making now, the oldest first. */
  list(): Promise<readonly KeptRecording[]>
  /** What is stored of a recording; undefined where it was removed. */
  read(id: string): Promise<Blob | undefined>
  remove(id: string): Promise<void>
}

const index = 'recordings'
const headOf = (id: string) => `${index}/${id}`
const rowOf = (id: string, n: number) => `${index}/${id}/${n}`

/** Chunks in one row. It is written again with each of them, so it must stay small; and a long recording must not be thousands of rows. */
const chunksInRow = 20

type Tools = Pick<RunTools, 'ledger' | 'locks' | 'newId' | 'clock'>

export function openRecordings({ ledger, locks, newId, clock }: Tools): Recordings {
  const readIds = async () => z.array(z.string()).safeParse(await ledger.readDraft(index)).data ?? []
  const readHead = async (id: string) => KeptRecording.safeParse(await ledger.readDraft(headOf(id))).data

  /** Changes the list of ids, one tab after the other. */
  async function changeIds(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    const work = async () => ledger.writeDraft(index, change(await readIds()))
    await (locks ? locks.request(index, {}, work) : work())
  }

  function begin(type: string): RecordingWriter {
    const id = newId()
    const started = clock.now()
    const chunks: Blob[] = []
    let isLost = false
    let isListed = false
    let free = () => {}
    const ended = new Promise<void>((resolve) => {
      free = resolve
    })
    void locks?.request(headOf(id), {}, () => ended).catch(() => {})
    let writing = Promise.resolve()
    async function write(count: number, seconds: number): Promise<void> {
      // With the next chunk again where it failed: rows that no list names are never found.
      if (!isListed) await changeIds((ids) => [...ids, id])
      isListed = true
      const n = Math.ceil(count / chunksInRow) - 1
      await ledger.writeDraft(rowOf(id, n), chunks.slice(n * chunksInRow, count))
      await ledger.writeDraft(headOf(id), { id, type, started, seconds, rows: n + 1 })
    }
    return {
      ...{ id, started },
      add(chunk, seconds) {
        const count = chunks.push(chunk)
        writing = writing
          .then(() => write(count, seconds))
          .catch(() => {
            isLost = true
          })
      },
      async end() {
        await writing
        free()
        return isLost ? 'lost' : 'kept'
      },
    }
  }

  return {
    begin,
    async list() {
      const heads = (await readIds()).map((id) =>
        underLock(
          locks,
          headOf(id),
          () => readHead(id),
          async () => undefined,
        ),
      )
      return (await Promise.all(heads)).filter((head) => head !== undefined)
    },
    async read(id) {
      const head = await readHead(id)
      if (!head) return undefined
      const rows = await Promise.all(Array.from({ length: head.rows }, (_, n) => ledger.readDraft(rowOf(id, n))))
      const chunks = rows.flat().filter((chunk) => chunk instanceof Blob)
      return new Blob(chunks, { type: head.type })
    },
    async remove(id) {
      const { rows = 0 } = (await readHead(id)) ?? {}
      await changeIds((ids) => ids.filter((one) => one !== id))
      await ledger.writeDraft(headOf(id), undefined)
      for (let n = 0; n < rows; n += 1) await ledger.writeDraft(rowOf(id, n), undefined)
    },
  }
}

const known = new WeakMap<Runs, Recordings>()

/** `openRecordings` on the ledger of the page's runs. */
export function recordingsOf(runs: Runs): Recordings {
  const recordings = known.get(runs) ?? openRecordings(toolsOf(runs))
  known.set(runs, recordings)
  return recordings
}
