import { type ClientRequest, request } from 'node:http'

/** What the streams of one burst ask, and how they are read. */
export interface Burst {
  readonly port: number
  readonly streams: number
  readonly model: string
  readonly prompt: string
  /** Whether each has an idempotency key: `bench-0`, `bench-1`, … */
  readonly isKeyed: boolean
  /** How long they are read. */
  readonly ms: number
  /** Whether each client leaves at its first byte. */
  readonly isLeft: boolean
  /** Whether each that ends is opened anew while they are read, so that the load is there all the time. */
  readonly isRepeated: boolean
}

/** What came of a burst. */
export interface BurstResult {
  /** Milliseconds from each stream's request to its first byte. */
  readonly first: readonly number[]
  readonly bytes: number
  readonly events: number
  /** Events that did not carry the number after that of the one before. */
  readonly wrong: number
  /** Replies that were failures. */
  readonly refused: number
}

export const benchKey = 'bench'

/** Counts the events in a stream's text, and those out of order. */
function counter() {
  let rest = ''
  let next = 0
  let wrong = 0
  return {
    take(text: string) {
      const whole = rest + text
      const end = whole.lastIndexOf('\n\n') + 2
      rest = end < 2 ? whole : whole.slice(end)
      for (const [, number] of whole.slice(0, end < 2 ? 0 : end).matchAll(/"sequence_number":(\d+)/g)) {
        if (Number(number) !== next) wrong += 1
        next = Number(number) + 1
      }
    },
    read: () => ({ events: next, wrong }),
  }
}

/** Opens all streams at once, and reads them for a while. */
async function openStreams({
  port,
  streams,
  model,
  prompt,
  isKeyed,
  ms,
  isLeft,
  isRepeated,
}: Burst): Promise<BurstResult> {
  const first: number[] = []
  const counters: ReturnType<typeof counter>[] = []
  let bytes = 0
  let refused = 0
  const body = JSON.stringify({ model, input: prompt, stream: true })
  const headers = {
    authorization: `Bearer ${benchKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const clients: ClientRequest[] = []
  let isOver = false
  function open(): void {
    const begun = performance.now()
    const key = isKeyed ? { 'idempotency-key': `bench-${clients.length}` } : {}
    const init = { port, host: '127.0.0.1', method: 'POST', path: '/v1/responses', agent: false } as const
    const client = request({ ...init, headers: { ...headers, ...key } }, (reply) => {
      const counted = counter()
      counters.push(counted)
      // A 409 is one that the bench stopped.
      if ((reply.statusCode ?? 0) >= 500) refused += 1
      reply.setEncoding('utf8').once('data', () => {
        first.push(performance.now() - begun)
        if (isLeft) client.destroy()
      })
      reply.on('data', (text: string) => {
        bytes += text.length
        counted.take(text)
      })
      reply.on('error', () => {})
      reply.on('end', () => {
        if (isRepeated && !isOver && reply.statusCode === 200) open()
      })
    })
    client.on('error', () => {})
    client.end(body)
    clients.push(client)
  }
  for (let at = 0; at < streams; at += 1) open()
  await new Promise((resolve) => setTimeout(resolve, ms))
  isOver = true
  for (const client of clients) client.destroy()
  const counts = counters.map(({ read }) => read())
  const sum = (of: 'events' | 'wrong') => counts.reduce((all, one) => all + one[of], 0)
  return { first, bytes, refused, events: sum('events'), wrong: sum('wrong') }
}

// A program of its own, so that who measures the answers meanwhile has nothing else to do.
if (process.send) {
  process.once('message', async (burst: Burst) => {
    const result = await openStreams(burst)
    process.send?.(result, () => process.exit())
  })
}
