const name = '[A-Za-z][\\w-]*'
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const tag = new RegExp(`<${name}(?:${attribute})*\\s*/?>|</${name}\\s*>`, 'y')
const address = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>\p{Cc}]*)>/uy
const mail =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*)>/y

/** An address in angle brackets at `at`. */
export function bracketedAddress(text: string, at: number): { url: string; text: string; end: number } | undefined {
  const url = match(address, text, at)
  if (url) return { url: url.slice(1, -1), text: url.slice(1, -1), end: at + url.length }
  const box = match(mail, text, at)
  return box ? { url: `mailto:${box.slice(1, -1)}`, text: box.slice(1, -1), end: at + box.length } : undefined
}

/** Characters of a tag; what is longer is text. */
export const longestTag = 2_000

/** Whether a tag may begin at `at`, as far as its first two characters tell. */
export function mayBeTag(text: string, at: number): boolean {
  return /^<[A-Za-z/!?]/.test(text.slice(at, at + 2))
}

const spans = [
  ['<!-->', '<!-->'],
  ['<!--->', '<!--->'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/**
 * Where the HTML that begins at `at` ends, or nothing where there is none. `missing` remembers which ends the text does not hold, so that
 * looking for them stays linear.
 */
export function tagEnd(text: string, at: number, missing: Set<string>): number | undefined {
  const end = endOf(text, at, missing)
  return end !== undefined && end - at <= longestTag ? end : undefined
}

function endOf(text: string, at: number, missing: Set<string>): number | undefined {
  for (const [start, end] of spans) {
    if (!text.startsWith(start, at) || (start === '<!' && !/[A-Za-z]/.test(text.charAt(at + 2)))) continue
    if (start === end) return at + start.length
    if (missing.has(end)) return undefined
    const found = text.indexOf(end, at + start.length)
    if (found < 0) missing.add(end)
    return found < 0 ? undefined : found + end.length
  }
  const found = match(tag, text, at)
  return found ? at + found.length : undefined
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
