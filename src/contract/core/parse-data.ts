import { tooDeep } from './depth.ts'

/** Levels of nesting. Above what replies need (a router may echo a request of 64 levels), far below a stack overflow. */
const depthLimit = 256

/** The JSON of an event's `data:` or of a whole body. */
type ParsedData =
  | { readonly status: 'read'; readonly value: unknown }
  | { readonly status: 'not-json' }
  | { readonly status: 'too-deep' }

/** Parses JSON. Never throws; deeper nesting than `depthLimit` is `too-deep`, found before parsing. */
export function parseData(text: string): ParsedData {
  if (text.length > depthLimit && opensOften(text) && tooDeep(text, depthLimit)) return { status: 'too-deep' }
  try {
    return { status: 'read', value: JSON.parse(text) }
  } catch {
    return { status: 'not-json' }
  }
}

/** A fast first test: counts opening brackets with `indexOf`, since almost no event holds enough of them. */
function opensOften(text: string): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > depthLimit) return true
    }
  }
  return false
}
