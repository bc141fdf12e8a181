import { type ReaderName, readers } from './readers.ts'
import { chunksOf, manyDeltas, oneLargeEvent, type Reply } from './reply-stream.ts'

/** Milliseconds of one reader, one entry a repetition. */
export interface SseTimes {
  readonly reply: 'deltas' | '1 MB' | '4 MB' | '16 MB'
  readonly chunk: number
  readonly reader: ReaderName
  readonly bytes: number
  readonly ms: number[]
}

export interface SseOptions {
  readonly events: number
  readonly reps: number
}

const kilobyte = 1024

const cases: readonly { readonly reply: SseTimes['reply']; readonly chunks: readonly number[] }[] = [
  { reply: 'deltas', chunks: [16, kilobyte, 64 * kilobyte] },
  { reply: '1 MB', chunks: [kilobyte, 16 * kilobyte] },
  { reply: '4 MB', chunks: [kilobyte, 16 * kilobyte] },
  { reply: '16 MB', chunks: [kilobyte, 16 * kilobyte] },
]

/** Runs wherever there are streams: in Node and in a page. Repetition 0 warms up and is not counted. */
export async function measureSse({ events, reps }: SseOptions): Promise<SseTimes[]> {
  const names = Object.keys(readers) as ReaderName[]
  const times: SseTimes[] = []
  for (const { reply: kind, chunks: sizes } of cases) {
    const reply = kind === 'deltas' ? manyDeltas(events) : oneLargeEvent(Number.parseInt(kind, 10))
    for (const chunk of sizes) {
      const rows = names.map((reader): SseTimes => ({ reply: kind, chunk, reader, bytes: reply.bytes.length, ms: [] }))
      const chunks = chunksOf(reply, chunk)
      for (let rep = 0; rep <= reps; rep += 1) {
        // Another order each time, so that nobody always comes behind the same neighbour.
        for (const [index] of rows.entries()) {
          const row = rows[(index + rep) % rows.length]
          if (!row) continue
          const ms = await timeOf(row.reader, chunks, reply)
          if (rep > 0) row.ms.push(ms)
        }
      }
      times.push(...rows)
    }
  }
  return times
}

async function timeOf(name: ReaderName, chunks: Uint8Array<ArrayBuffer>[], reply: Reply): Promise<number> {
  // Lets what the one before left behind be done with.
  await new Promise((done) => setTimeout(done, 5))
  const start = performance.now()
  const count = await readers[name](chunks, reply)
  const ms = performance.now() - start
  if (count !== reply.payloads.length) throw new Error(`${name} found ${count} of ${reply.payloads.length} events`)
  return ms
}
