import * as z from 'zod/mini'
import { underLock } from './life/locks.ts'
import type { RunTools } from './run-tools.ts'
import { onePerRuns } from './runs.ts'
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

export type Recordings = ReturnType<typeof openRecordings>
export type RecordingWriter = ReturnType<Recordings['begin']>

const index = 'recordings'
const headOf = (id: string) => `${index}/${id}`
const rowOf = (id: string, n: number) => `${index}/${id}/${n}`

/** Chunks in one row. It is written again with each of them, so it must stay small; and a long recording must not be thousands of rows. */
const chunksInRow = 20

type Tools = Pick<RunTools, 'ledger' | 'locks' | 'newId' | 'clock'>

/** Recordings in the ledger, chunk by chunk, so that what was recorded before a crash is there after it. Shared by all tabs. */
export function openRecordings({ ledger, locks, newId, clock }: Tools) {
  const readIds = async () => z.array(z.string()).safeParse(await ledger.readDraft(index)).data ?? []
  const readHead = async (id: string) => KeptRecording.safeParse(await ledger.readDraft(headOf(id))).data

  /** Changes the list of ids, one tab after the other. */
  async function changeIds(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    const work = async () => ledger.writeDraft(index, change(await readIds()))
    await (locks ? locks.request(index, {}, work) : work())
  }

  /** A new recording, stored while it is made. Other tabs do not list it until it has ended or this page is gone. */
  function begin(type: string) {
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
      /** Stores a further chunk; `seconds` is the length up to its end. */
      add(chunk: Blob, seconds: number): void {
        const count = chunks.push(chunk)
        writing = writing
          .then(() => write(count, seconds))
          .catch(() => {
            isLost = true
          })
      },
      /** Resolves when all chunks are stored, or could not be; from then on other tabs list the recording. */
      async end(): Promise<'kept' | 'lost'> {
        await writing
        free()
        return isLost ? 'lost' : 'kept'
      },
    }
  }

  return {
    begin,
    /** The recordings that no page is making now, the oldest first. */
    async list(): Promise<readonly KeptRecording[]> {
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
    /** What is stored of a recording; undefined where it was removed. */
    async read(id: string): Promise<Blob | undefined> {
      const head = await readHead(id)
      if (!head) return undefined
      const rows = await Promise.all(Array.from({ length: head.rows }, (_, n) => ledger.readDraft(rowOf(id, n))))
      const chunks = rows.flat().filter((chunk) => chunk instanceof Blob)
      return new Blob(chunks, { type: head.type })
    },
    async remove(id: string): Promise<void> {
      const { rows = 0 } = (await readHead(id)) ?? {}
      await changeIds((ids) => ids.filter((one) => one !== id))
      await ledger.writeDraft(headOf(id), undefined)
      for (let n = 0; n < rows; n += 1) await ledger.writeDraft(rowOf(id, n), undefined)
    },
  }
}

/** `openRecordings` on the ledger of the page's runs. */
export const recordingsOf = onePerRuns((runs) => openRecordings(toolsOf(runs)))
