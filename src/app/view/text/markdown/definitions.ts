import { labelKey } from './labels.ts'
import { afterSpace, destinationAt, labelAt, titleAt } from './link-parts.ts'

/** Where a link reference leads. */
export interface Target {
  readonly url: string
  readonly title: string
}

export interface Definition extends Target {
  readonly label: string
}

/** Takes the link definitions off the front of a paragraph. */
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
  // A title needs space in front of it, and nothing behind it on its line.
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
