/** What a body is by its first bytes. `text`: none of the others, so not from a service that speaks our conventions. */
export type BodyKind = 'events' | 'json' | 'page' | 'text'

const longestField = 'event:'.length
const field = /^(data|event|id|retry)?(:|[\r\n])/

/**
 * Tells the kind of a successful reply by its first bytes rather than by what its headers say (`wire-facts` §0.1).
 * `undefined`: too little came to tell; the `last` time it tells in any case.
 */
export function sniffBody(start: string, contentType: string, last: boolean): BodyKind | undefined {
  const text = start.trimStart()
  if (text === '') return last ? 'events' : undefined
  if (text.startsWith('{') || text.startsWith('[')) return 'json'
  if (text.startsWith('<')) return 'page'
  if (contentType.includes('text/event-stream') || field.test(text)) return 'events'
  return last || text.length >= longestField || /[\r\n]/.test(text) ? 'text' : undefined
}
