import { tooDeep } from '#contract/core/depth.ts'

/** Deeper than any reply needs (a router may echo a request 64 deep), far from where a recursive walk breaks. */
const depthLimit = 256

/** What the `data:` of an event, or a whole body, comes to. */
type ParsedData =
  | { readonly status: 'read'; readonly value: unknown }
  | { readonly status: 'not-json' }
  | { readonly status: 'too-deep' }

/** Parses JSON without ever throwing; what is nested too deep is refused before the parser sees it. */
export function parseData(text: string): ParsedData {
  if (text.length > depthLimit && opensOften(text) && tooDeep(text, depthLimit)) return { status: 'too-deep' }
  try {
    return { status: 'read', value: JSON.parse(text) }
  } catch {
    return { status: 'not-json' }
  }
}

/** Almost no event holds enough brackets to be deep, and looking for them is much faster than following them. */
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
