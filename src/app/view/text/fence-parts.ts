import { fenceEnds, fenceStart } from './line-starts.ts'

export interface FenceParts {
  /** The first word behind the fence, or nothing. */
  readonly language: string
  readonly code: string
}

/** Language and code of a finished fence block, as CommonMark 4.5 reads them. */
export function fenceParts(block: string): FenceParts {
  const lines = block.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').split(/\r\n?|\n/)
  const first = lines.shift() ?? ''
  const indent = first.length - first.trimStart().length
  const fence = fenceStart(first.slice(indent))
  while (lines.length > 0 && lines.at(-1)?.trim() === '' && lines.length > 1) lines.pop()
  const last = lines.at(-1)
  if (fence && last !== undefined && /^ {0,3}\S/.test(last) && fenceEnds(last.trimStart(), fence)) lines.pop()
  const code = lines.map((line) => withoutIndent(line, indent)).join('\n')
  return { language: languageWord(first), code }
}

/** The word that names the language, from the line that opens a fence. */
export function languageWord(line: string): string {
  return /^\s*(?:`+|~+)\s*([^\s`{]*)/.exec(line)?.[1] ?? ''
}

function withoutIndent(line: string, indent: number): string {
  let from = 0
  while (from < indent && line[from] === ' ') from++
  return line.slice(from)
}
