const encoder = new TextEncoder()

/** A JSON reply with `content-length`, so that it is sent unchunked. */
export function jsonReply(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const body = encoder.encode(JSON.stringify(value))
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
  })
}

export const isJson = (headers: Headers): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '')

/** Whether a reply is a stream of server-sent events, by its `content-type`. */
export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

interface ServerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

const eventText = (event: ServerEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

export const eventsBytes = (events: readonly ServerEvent[]): Uint8Array =>
  encoder.encode(events.map(eventText).join(''))

export const eventBytes = (event: ServerEvent): Uint8Array => encoder.encode(eventText(event))

/** An SSE comment line: clients ignore it, but it resets the idle timeouts of proxies. */
export const ping = encoder.encode(': ping\n\n')

export interface ByteSource {
  /** The next chunk; undefined at the end, after which it is not called again. */
  readonly next: () => Promise<Uint8Array | undefined>
  readonly cancel: (reason?: unknown) => void | Promise<void>
}

const sources = new WeakMap<ReadableStream<Uint8Array>, ByteSource>()

/**
 * A byte stream that buffers nothing: each read calls `next` once. `undefined` closes the stream, a rejection errors it.
 * `cancel` runs when the consumer cancels, also while a `next` is pending.
 */
export function pulled(next: ByteSource['next'], cancel: ByteSource['cancel']): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await next()
        if (bytes) controller.enqueue(bytes)
        else controller.close()
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  sources.set(stream, { next, cancel })
  return stream
}

/**
 * Takes over an unread stream, which is locked from then on. One of `pulled` gives its own functions, so that a reply that passes through
 * several of them is queued, read and promised once for each chunk instead of once for each of them, which cost half of a stream's CPU time.
 * A `next` that is pending when the source is cancelled may settle late, or never.
 */
export function takenOver(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader()
  return (
    sources.get(stream) ?? {
      next: async () => (await reader.read()).value,
      cancel: (reason) => reader.cancel(reason),
    }
  )
}

/** A body from a generator of chunks, each made when it is read. Cancelling the body aborts the signal passed to `chunks`. */
export function generated(
  chunks: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const made = chunks(AbortSignal.any([signal, left.signal]))
  return pulled(
    async () => (await made.next()).value ?? undefined,
    (reason) => left.abort(reason),
  )
}

/** An event stream from a generator of its chunks, as `generated`. */
export function eventStream(...body: Parameters<typeof generated>): Response {
  return new Response(generated(...body), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

/** Runs at its first call alone. */
export function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

/** The same reply. `over` runs once when its body has ended, errored or been cancelled; immediately without a body. */
export function whenOver(reply: Response, over: () => void): Response {
  if (!reply.body) {
    over()
    return reply
  }
  const source = takenOver(reply.body)
  const end = once(over)
  async function next(): Promise<Uint8Array | undefined> {
    try {
      const bytes = await source.next()
      if (!bytes) end()
      return bytes
    } catch (thrown) {
      end()
      throw thrown
    }
  }
  const body = pulled(next, (reason) => {
    end()
    return source.cancel(reason)
  })
  return new Response(body, reply)
}
