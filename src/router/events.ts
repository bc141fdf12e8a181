const encoder = new TextEncoder()

/** Whether an answer is a stream of server-sent events. */
export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

interface ServerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

const eventText = (event: ServerEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** One server-sent event, ready to be written in one piece. */
export const eventBytes = (event: ServerEvent): Uint8Array => encoder.encode(eventText(event))

/** Several server-sent events in one piece. */
export const eventsBytes = (events: readonly ServerEvent[]): Uint8Array =>
  encoder.encode(events.map(eventText).join(''))

/** A comment line: it keeps a silent connection open and means nothing. */
export const ping = encoder.encode(': ping\n\n')
