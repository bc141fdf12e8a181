import type { Heading, Paragraph } from './markdown/block.ts'
import { withoutClosingMarks } from './markdown/leaf-starts.ts'

/** Longer than this, what could become something else is shown as the text it is. */
const patience = 1_000
/** The same for a label that has not ended. */
const labelPatience = 240

/**
 * As much of a growing paragraph or heading as is meant to be seen, if it goes on as it likely will: not the marks that may close a
 * heading, not what may be a definition, not a line that may be the head of a table.
 */
export function shownText({ kind, text }: Paragraph | Heading): string {
  if (kind === 'heading') return withoutClosingMarks(text)
  const line = text.lastIndexOf('\n') + 1
  const isHead = text[line] === '|' && text.length - line < patience
  const shown = isHead ? text.slice(0, Math.max(0, line - 1)) : text
  return mayDefine(shown) ? '' : shown
}

/** Whether a text begins with what may become a definition, or the box of a task. */
function mayDefine(text: string): boolean {
  const [label] = /^\[(?:[^[\]\\]|\\.)*/.exec(text.slice(0, patience)) ?? []
  if (label === undefined || text.length >= patience) return false
  const rest = text.slice(label.length)
  return rest === '' ? text.length < labelPatience : /^\](?:[ \t]*$|:)/.test(rest)
}
