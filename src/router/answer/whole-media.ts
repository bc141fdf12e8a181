import { isRecord, type JsonRecord, jsonIn } from '#contract/core/loose-json.ts'
import { eventsBytes } from '../http/replies.ts'
import { mostWithMedia, replyText } from '../upstream/reply-text.ts'

type MediaEvent = JsonRecord & { readonly type: string }

/** The last events that a stream of this document would have had; none for a document that no stream of media has. */
function eventsOf({ data, created, usage, ...facts }: JsonRecord, endpoint: string): MediaEvent[] {
  if (typeof facts.text === 'string' && endpoint === 'audio.transcriptions')
    return [
      { type: 'transcript.text.delta', delta: facts.text },
      { ...facts, type: 'transcript.text.done', ...(usage !== undefined && { usage }) },
    ]
  if (!Array.isArray(data) || !endpoint.startsWith('images.')) return []
  const type = endpoint === 'images.edits' ? 'image_edit.completed' : 'image_generation.completed'
  return data
    .filter(isRecord)
    .map((item, at) => ({ ...facts, type, created_at: created, ...item, ...(at === data.length - 1 && { usage }) }))
}

/** A document of media as the events of its route, for a client that asked for a stream and reads nothing else; any other reply as it is. */
export async function mediaAsEvents(reply: Response, endpoint: string): Promise<Response> {
  const isJson = /^application\/json\b/i.test(reply.headers.get('content-type') ?? '')
  // One of unknown length could turn out to be too large after it was billed.
  if (!reply.ok || !isJson || !(Number(reply.headers.get('content-length') ?? Number.NaN) <= mostWithMedia))
    return reply
  const text = await replyText(reply, 'The provider', mostWithMedia)
  const document = jsonIn(text)
  const events = isRecord(document) ? eventsOf(document, endpoint) : []
  if (events.length === 0) return new Response(text, reply)
  const headers = new Headers(reply.headers)
  headers.set('content-type', 'text/event-stream')
  headers.delete('content-length')
  return new Response(new Uint8Array(eventsBytes(events)), { status: reply.status, headers })
}
