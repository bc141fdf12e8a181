/** What a body is by its first bytes. `text`: none of the others, so not from a service that speaks our conventions. */
export type BodyKind = 'events' | 'json' | 'lines' | 'page' | 'text'

const longestField = 'event:'.length
const field = /^(data|event|id|retry)?(:|[\r\n])/
const page = /^<[!?hb]/i

/** Bytes that are no text before the text begins: invalid ones, as the decoder replaces them, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for.
const noise = /^[\s\x00-\x1f\ufffd\ufeff]+/

export const withoutNoise = (text: string): string => text.replace(noise, '')

/** The types that one JSON document a line is sent as. */
const statedLines = /ndjson|json-?l|json-seq|stream\+json/i

/**
 * Tells the kind of a successful reply by its first bytes, and by the stated type where these do not tell (`wire-facts` §0.1).
 * `undefined`: too little came to tell; the `last` time it tells in any case.
 */
export function sniffBody(start: string, contentType: string, last: boolean): BodyKind | undefined {
  const text = withoutNoise(start)
  const isEvents = /event-stream/i.test(contentType)
  const isLines = statedLines.test(contentType)
  if (text === '') return last ? 'events' : undefined
  if (text.startsWith('{') || text.startsWith('[')) return isLines ? 'lines' : 'json'
  if (text.startsWith('<') && (page.test(text) || !(isEvents || isLines))) return 'page'
  if (isEvents || field.test(text)) return 'events'
  if (isLines) return 'lines'
  return last || text.length >= longestField || /[\r\n]/.test(text) ? 'text' : undefined
}

/**
 * Whether a JSON text is one document or several on lines of their own; undefined while its first line is all there is. Between two
 * values inside of one document stands a comma, so that a line which ends a value and a next one which begins a value are two.
 */
export function layoutOf(text: string): 'one document' | 'lines' | undefined {
  const end = text.indexOf('\n')
  if (end < 0) return undefined
  const next = /\S/.exec(text.slice(end))?.[0]
  if (next === undefined) return undefined
  return /[}\]]\s*$/.test(text.slice(Math.max(0, end - 40), end)) && /[{[]/.test(next) ? 'lines' : 'one document'
}
