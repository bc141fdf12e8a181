import { unescaped } from './character-references.ts'

export interface LinkPart {
  readonly value: string
  readonly end: number
}

export interface Address {
  readonly url: string
  readonly title: string
  readonly end: number
}

export function labelAt(text: string, at: number): LinkPart | undefined {
  const label = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y
  label.lastIndex = at
  const found = label.exec(text)
  return found ? { value: found[1] ?? '', end: at + found[0].length } : undefined
}

export function destinationAt(text: string, at: number): LinkPart | undefined {
  if (text[at] === '<') {
    const bracketed = /<((?:[^<>\n\\]|\\.)*)>/y
    bracketed.lastIndex = at
    const found = bracketed.exec(text)
    return found ? { value: unescaped(found[1] ?? ''), end: at + found[0].length } : undefined
  }
  const end = bareEnd(text, at)
  return end > at ? { value: unescaped(text.slice(at, end)), end } : undefined
}

/** Unescaped parentheses must be balanced, nested at most 32 deep. */
function bareEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 92 && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) at++
    else if (character === 40 && ++depth > 32) return start
    else if (character === 41 && depth-- === 0) return at
    else if (character <= 32 || character === 127) break
  }
  return depth === 0 ? at : start
}

export function titleAt(text: string, at: number): LinkPart | undefined {
  const title = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|\(((?:[^()\\]|\\[\s\S])*)\)/y
  title.lastIndex = at
  const found = title.exec(text)
  if (!found) return undefined
  return { value: unescaped(found[1] ?? found[2] ?? found[3] ?? ''), end: at + found[0].length }
}

export function addressAt(text: string, start: number): Address | undefined {
  const from = afterSpace(text, start)
  const destination = destinationAt(text, from)
  const behind = destination?.end ?? from
  const gap = afterSpace(text, behind)
  const title = destination && gap > behind ? titleAt(text, gap) : undefined
  const end = afterSpace(text, title?.end ?? gap)
  return text[end] === ')' ? { url: destination?.value ?? '', title: title?.value ?? '', end: end + 1 } : undefined
}

function afterSpace(text: string, at: number): number {
  const space = /[ \t]*\n?[ \t]*/y
  space.lastIndex = at
  return at + (space.exec(text)?.[0].length ?? 0)
}

export interface Target {
  readonly url: string
  readonly title: string
}

export interface Definition extends Target {
  readonly label: string
}

export function takeDefinitions(paragraph: string): {
  readonly definitions: readonly Definition[]
  readonly rest: string
} {
  const definitions: Definition[] = []
  let at = 0
  for (let next = definitionAt(paragraph, 0); next; next = definitionAt(paragraph, at)) {
    definitions.push(next.definition)
    at = next.end
  }
  return { definitions, rest: paragraph.slice(at) }
}

function definitionAt(text: string, start: number): { definition: Definition; end: number } | undefined {
  const label = labelAt(text, start)
  if (!label?.value.trim() || text[label.end] !== ':') return undefined
  const destination = destinationAt(text, afterSpace(text, label.end + 1))
  if (!destination) return undefined
  const withTitle = titleAt(text, afterSpace(text, destination.end))
  // A title must be preceded by white space and end its line.
  const hasTitle = withTitle && /\s/.test(text[destination.end] ?? '') && lineEnd(text, withTitle.end) !== undefined
  const end = lineEnd(text, hasTitle ? withTitle.end : destination.end)
  if (end === undefined) return undefined
  const title = hasTitle ? withTitle.value : ''
  return { definition: { label: labelKey(label.value), url: destination.value, title }, end }
}

function lineEnd(text: string, at: number): number | undefined {
  const end = /[ \t]*(?:\n|$)/y
  end.lastIndex = at
  const found = end.exec(text)
  return found ? at + found[0].length : undefined
}

/** The normalised label for lookups: case-folded, white space collapsed. Footnotes keep their `^`. */
export function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase().toUpperCase().toLowerCase()
}
