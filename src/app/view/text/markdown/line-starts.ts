/** What the start of a Markdown line can open. Every function takes a line without its indentation. */

export interface Fence {
  readonly mark: '`' | '~'
  readonly size: number
}

/** The mark in front of a list item. */
export interface Marker {
  /** The bullet, or the sign behind the number: another one starts another list. */
  readonly sign: string
  readonly number?: number
  readonly length: number
}

export function fenceStart(rest: string): Fence | undefined {
  const run = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(rest)
  if (run?.[1]) return { mark: '`', size: run[1].length }
  if (run?.[2]) return { mark: '~', size: run[2].length }
  return undefined
}

export function fenceEnds(rest: string, { mark, size }: Fence): boolean {
  const [, run = ''] = /^(`+|~+)[ \t]*$/.exec(rest) ?? []
  return run.length >= size && run.startsWith(mark)
}

export function isUnderline(rest: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(rest)
}

/** An item that would break into a paragraph must have content, and its number must be 1. */
function itemMarker(rest: string, inParagraph: boolean): Marker | undefined {
  const [marker, digits] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest) ?? []
  if (!marker) return undefined
  if (inParagraph && (/^[ \t]*$/.test(rest.slice(marker.length)) || (digits && Number(digits) !== 1))) return undefined
  return { sign: marker.slice(-1), length: marker.length, ...(digits ? { number: Number(digits) } : {}) }
}

/** A footnote's label with its `^`, where `[^label]:` stands. */
function noteLabel(rest: string): string | undefined {
  return /^\[(\^(?:[^[\]\\\s]|\\[[\]\\])+)\]:/.exec(rest)?.[1]
}

/** What makes a line open a container. */
export type ContainerStart =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly marker: Marker }
  | { readonly kind: 'note'; readonly label: string }

export function containerStart(rest: string, inParagraph: boolean): ContainerStart | undefined {
  if (rest.startsWith('>')) return { kind: 'quote' }
  const marker = itemMarker(rest, inParagraph)
  if (marker) return { kind: 'item', marker }
  const label = noteLabel(rest)
  return label === undefined ? undefined : { kind: 'note', label }
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const blank = /^[ \t]*$/

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
