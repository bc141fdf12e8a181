/** What the start of a Markdown line can open. Every function takes a line without its indentation and with its tabs expanded. */

export interface Fence {
  readonly mark: '`' | '~'
  readonly size: number
}

export interface Item {
  /** The bullet, or the sign behind the number: another one starts another list. */
  readonly marker: string
  /** Columns from the marker to the item's content. */
  readonly width: number
  readonly empty: boolean
}

export function fenceStart(rest: string): Fence | undefined {
  const run = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(rest)
  if (run?.[1]) return { mark: '`', size: run[1].length }
  if (run?.[2]) return { mark: '~', size: run[2].length }
  return undefined
}

export function fenceEnds(rest: string, fence: Fence): boolean {
  const run = rest.trimEnd()
  return run.length >= fence.size && run === fence.mark.repeat(run.length)
}

export function isHeading(rest: string): boolean {
  return /^#{1,6}(?: |$)/.test(rest)
}

export function isUnderline(rest: string): boolean {
  return /^(?:=+|-+) *$/.test(rest)
}

export function isRule(rest: string): boolean {
  return /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/.test(rest)
}

/** An item that would break into a paragraph must have content, and a number must be 1. */
export function itemStart(rest: string, inParagraph: boolean): Item | undefined {
  const sign = /^(?:[-+*]|(\d{1,9})[.)])(?= |$)/.exec(rest)
  if (!sign) return undefined
  const marker = sign[0].slice(-1)
  const length = sign[0].length
  const space = rest.slice(length).search(/[^ ]/)
  if (space < 0) return inParagraph ? undefined : { marker, width: length + 1, empty: true }
  if (inParagraph && sign[1] && sign[1] !== '1') return undefined
  return { marker, width: length + (space > 4 ? 1 : space), empty: false }
}

/** The length of a footnote definition's label, `[^name]: ` with the spaces behind it. */
export function noteStart(rest: string): number {
  return /^\[\^(?:[^[\]\\\s]|\\[[\]\\])+\]: */.exec(rest)?.[0].length ?? 0
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const blank = /^ *$/

/** The seven kinds of HTML block of CommonMark 4.6: how each starts, and the line that ends it. */
const htmlKinds: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
  [new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'), blank],
]
const loneTag = new RegExp(`^<(?:[A-Za-z][\\w-]*(?:${attribute})*\\s*/?|/[A-Za-z][\\w-]*\\s*)>\\s*$`)

/** What ends the HTML block that starts here. A lone tag of another name does not break into a paragraph. */
export function htmlStart(rest: string, inParagraph: boolean): RegExp | undefined {
  if (!rest.startsWith('<')) return undefined
  const kind = htmlKinds.find(([start]) => start.test(rest))
  return kind?.[1] ?? (!inParagraph && loneTag.test(rest) ? blank : undefined)
}

/** Header and delimiter row of a table: as many cells in one as in the other. */
export function isTableHead(header: string, delimiters: string): boolean {
  if (!/^[ |:-]+$/.test(delimiters) || !/[|:]/.test(delimiters)) return false
  const cells = (row: string) => row.replaceAll(/\\./g, '').trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
  return (
    cells(delimiters).every((cell) => /^ *:?-+:? *$/.test(cell)) && cells(header).length === cells(delimiters).length
  )
}
