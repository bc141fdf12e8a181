import type { Block } from './block-scanner.ts'

const maxLength = 20_000
const maxLines = 500
const maxDepth = 32
const maxMarks = 1_500

/**
 * Whether a block is shown as plain text because reading it as Markdown could hold up the page.
 * The parser's work grows with the square of nesting, and of the marks that one paragraph holds: both are counted before it sees them.
 */
export function isTooHeavy({ text, depth }: Pick<Block, 'text' | 'depth'>): boolean {
  if (text.length > maxLength || depth > maxDepth) return true
  const lines = text.split('\n')
  if (lines.length > maxLines) return true
  let marks = 0
  for (const line of lines) {
    if (/^\s*(?:$|(?:[-+*>|]|\d{1,9}[.)])\s)/.test(line)) marks = 0
    marks += line.match(/[*_~`[\]&<!\\.@]/g)?.length ?? 0
    if (marks > maxMarks) return true
  }
  return false
}
