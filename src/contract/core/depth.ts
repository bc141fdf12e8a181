const quote = 34
const backslash = 92
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** The position behind the string that starts at `start`. */
function behindString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
  return at
}

/**
 * Whether a JSON text nests arrays and objects deeper than `limit`. Reads the text once, without recursion and before any parser
 * does, so that a hostile document cannot exhaust the stack. Text that is no JSON gets some answer and never throws.
 */
export function tooDeep(text: string, limit = 64): boolean {
  let depth = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = behindString(text, at)
      continue
    }
    if (opening.has(code)) depth += 1
    else if (closing.has(code)) depth -= 1
    if (depth > limit) return true
    at += 1
  }
  return false
}
