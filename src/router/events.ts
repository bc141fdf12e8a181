const encoder = new TextEncoder()

/** Whether an answer is a stream of server-sent events. */
export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** One server-sent event, ready to be written in one piece. */
export function eventBytes(event: { readonly type: string; readonly [field: string]: unknown }): Uint8Array {
  return encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}

/** A comment line: it keeps a silent connection open and means nothing. */
export const ping = encoder.encode(': ping\n\n')
