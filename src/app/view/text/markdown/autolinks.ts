export interface Autolink {
  readonly url: string
  readonly text: string
  readonly end: number
}

const bareStart = /https?:\/\/|www\./gi
const domain = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/uy
const mailEnd = /[\w-]+(?:\.[\w-]+)+/y

export function nextAutolink(text: string, from: number): number {
  bareStart.lastIndex = from
  for (let found = bareStart.exec(text); found; found = bareStart.exec(text)) {
    if (mayPrecede(text, found.index, found[0]) && isDomain(text, found.index + found[0].length)) return found.index
  }
  return text.length
}

/** The bare address at `at`, with trailing punctuation excluded (GFM 6.9). */
export function autolinkAt(text: string, at: number): Autolink {
  const space = /[\s<]/g
  space.lastIndex = at
  const end = trimmedEnd(text, at, space.exec(text)?.index ?? text.length)
  const shown = text.slice(at, end)
  return { url: /^www/i.test(shown) ? `http://${shown}` : shown, text: shown, end }
}

/** The mail address around the `@` at `at`; its local part is at the end of `before`. */
export function mailAround(before: string, text: string, at: number): { local: string; end: number } | undefined {
  const start = localStart(before)
  mailEnd.lastIndex = at + 1
  const host = mailEnd.exec(text)?.[0].replace(/[.]$/, '')
  if (start === before.length || !host || /[-_]$/.test(host) || before[start - 1] === '/') return undefined
  return { local: before.slice(start), end: at + 1 + host.length }
}

function localStart(before: string): number {
  let start = before.length
  while (start > 0 && /[\w.+-]/.test(before.charAt(start - 1))) start--
  return start
}

function mayPrecede(text: string, at: number, found: string): boolean {
  const before = text.charAt(at - 1)
  return /^w/i.test(found) ? /^[\s*_~([\]]?$/.test(before) : !/[A-Za-z]/.test(before)
}

/** The last two segments of a domain must not contain underscores. */
function isDomain(text: string, at: number): boolean {
  domain.lastIndex = at
  const parts = domain.exec(text)?.[0].split('.')
  return parts !== undefined && !parts.slice(-2).some((part) => part.includes('_'))
}

function trimmedEnd(text: string, start: number, from: number): number {
  let end = from
  let opened = -1
  while (end > start) {
    const last = text.charAt(end - 1)
    if (/[?!.,:*_~'"]/.test(last)) {
      end--
    } else if (last === ';') {
      const name = /&\w+;$/.exec(text.slice(Math.max(start, end - 40), end))
      end -= name ? name[0].length : 1
    } else if (last === ')') {
      if (opened < 0) opened = balance(text.slice(start, end))
      if (opened === 0) break
      opened--
      end--
    } else {
      break
    }
  }
  return end
}

function balance(text: string): number {
  let more = 0
  for (const character of text) more += character === ')' ? 1 : character === '(' ? -1 : 0
  return Math.max(0, more)
}
