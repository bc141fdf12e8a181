/** What a body is: bytes, such as a picture; a text in events or lines, each whole by itself; or one text, such as JSON. */
export type BodyKind = 'bytes' | 'events' | 'text'

/** The kind of a body by its media type, and by its first bytes where that says nothing or the wrong thing. */
export function bodyKind(type: string, first: Uint8Array): BodyKind {
  if (/^text\/event-stream|ndjson|jsonl|json-seq/i.test(type)) return 'events'
  if (/^(image|audio|video|font)\//i.test(type)) return 'bytes'
  const start = Buffer.from(first.subarray(0, 64)).toString('latin1')
  if (/^\s*(data|event|id|retry)?:/.test(start)) return 'events'
  return /^text\/|\b(json|xml|javascript)\b/i.test(type) || /^\s*[{[]/.test(start) ? 'text' : 'bytes'
}
