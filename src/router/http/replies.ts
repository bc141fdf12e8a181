const encoder = new TextEncoder()

/** A JSON reply with `content-length`, so that it is sent unchunked. */
export function jsonReply(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const body = encoder.encode(JSON.stringify(value))
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
  })
}

/** Whether a reply is a stream of server-sent events, by its `content-type`. */
export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

interface ServerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

const eventText = (event: ServerEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Server-sent events encoded into one chunk. */
export const eventsBytes = (events: readonly ServerEvent[]): Uint8Array =>
  encoder.encode(events.map(eventText).join(''))

/** One server-sent event encoded into one chunk. */
export const eventBytes = (event: ServerEvent): Uint8Array => encoder.encode(eventText(event))

/** An SSE comment line: clients ignore it, but it resets the idle timeouts of proxies. */
export const ping = encoder.encode(': ping\n\n')

/**
 * A byte stream that buffers nothing: each read calls `next` once. `undefined` closes the stream, a rejection errors it.
 * `cancel` runs when the consumer cancels, also while a `next` is pending.
 */
export function pulled(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => void | Promise<void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
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

/** The same reply. `over` runs once when its body has ended, errored or been cancelled; immediately without a body. */
export function whenOver(reply: Response, over: () => void): Response {
  const reader = reply.body?.getReader()
  if (!reader) {
    over()
    return reply
  }
  void reader.closed.then(over, over)
  const body = pulled(
    async () => (await reader.read()).value,
    (reason) => reader.cancel(reason),
  )
  return new Response(body, reply)
}
