import { resolveEmphasis } from './emphasis.ts'
import { type PartList, plainText, unlinked } from './inline.ts'
import { addressAt, labelAt, labelKey, type Target } from './links.ts'

/** Lookup of the labels that the whole text defines. */
export interface Labels {
  target(key: string): Target | undefined
  /** Whether the label is that of a footnote, or may become one while the text grows. */
  note(key: string): 'known' | 'expected' | undefined
}

interface Bracket {
  readonly part: number
  readonly at: number
  readonly isImage: boolean
}

/** Characters after which an unclosed bracket of a growing text is shown as text. */
const patience = 240

/** The open brackets of a text. Resolves each to a link, an image, a footnote reference or text. */
export class Brackets {
  readonly unknown = new Set<string>()
  readonly #text: string
  readonly #parts: PartList
  readonly #labels: Labels
  readonly #isGrowing: boolean
  readonly #open: Bracket[] = []
  /** Brackets below this index contain a link, and links do not nest. */
  #aroundLink = 0

  constructor(text: string, parts: PartList, labels: Labels, isGrowing: boolean) {
    this.#text = text
    this.#parts = parts
    this.#labels = labels
    this.#isGrowing = isGrowing
  }

  get areOpen(): boolean {
    return this.#open.length > 0
  }

  open(mark: '[' | '![', at: number): void {
    this.#open.push({ part: this.#parts.put({ kind: 'text', text: mark }), at, isImage: mark === '![' })
  }

  /** Handles the `]` at `at`. Returns the end index of the closed construct, or undefined if the bracket is text. */
  close(at: number): number | undefined {
    const bracket = this.#open.pop()
    const isInLink = bracket && !bracket.isImage && this.#open.length < this.#aroundLink
    this.#aroundLink = Math.min(this.#aroundLink, this.#open.length)
    if (!bracket || isInLink) return undefined
    return this.#closeLink(bracket, at + 1) ?? this.#closeMark(bracket, at) ?? this.#closeLabel(bracket, at)
  }

  /** Removes the first open bracket within the last `patience` characters, with all nodes after it. */
  hide(): void {
    const first = this.#open.find(({ at }) => this.#text.length - at <= patience)
    if (first) this.#parts.takeFrom(first.part)
  }

  #closeLink(bracket: Bracket, at: number): number | undefined {
    if (this.#text[at] !== '(') return undefined
    const address = addressAt(this.#text, at + 1)
    if (address) return this.#link(bracket, address, address.end)
    if (!this.#isGrowing || !mayBecomeAddress(this.#text.slice(at))) return undefined
    if (bracket.isImage) return this.#wait(bracket)
    return this.#link(bracket, { url: undefined, title: '' }, this.#text.length)
  }

  #closeMark({ part, at: start, isImage }: Bracket, at: number): number | undefined {
    const content = this.#text.slice(start, at)
    if (isImage || content.length > 999 || !/^\^[^\s[\]]+$/.test(content)) return undefined
    const label = labelKey(content)
    const note = this.#labels.note(label)
    if (note !== 'known') this.unknown.add(label)
    if (!note) return undefined
    this.#parts.takeFrom(part)
    this.#parts.put({ kind: 'mark', label })
    return at + 1
  }

  #closeLabel(bracket: Bracket, at: number): number | undefined {
    const second = labelAt(this.#text, at + 1)
    const target = this.#target(second?.value || this.#text.slice(bracket.at, at))
    if (target) return this.#link(bracket, target, second?.end ?? at + 1)
    const isArriving = this.#isGrowing && !second && /^\[[^\]]*$/.test(this.#text.slice(at + 1))
    return isArriving ? this.#wait(bracket) : undefined
  }

  #target(label: string): Target | undefined {
    if (label.length > 999 || !label.trim() || !/^(?:[^[\]\\]|\\[\s\S])*$/.test(label)) return undefined
    const key = labelKey(label)
    const target = this.#labels.target(key)
    if (!target) this.unknown.add(key)
    return target
  }

  #link(bracket: Bracket, { url, title }: { url: string | undefined; title: string }, end: number): number {
    const { nodes: children } = resolveEmphasis(this.#parts.takeFrom(bracket.part).slice(1))
    if (bracket.isImage) {
      this.#parts.put({ kind: 'image', url: url ?? '', alt: plainText(children) })
    } else {
      this.#aroundLink = this.#open.length
      this.#parts.put({ kind: 'link', url, title, children: children.flatMap(unlinked) })
    }
    return end
  }

  /** What may become a link stays hidden until it is complete. */
  #wait(bracket: Bracket): number {
    this.#open.push(bracket)
    return this.#text.length
  }
}

/** Characters after which an incomplete mark is shown as text. */
const maxPending = 240

/** Endings that may be the first half of a mark, or are still ambiguous. */
const starts = [
  // Emphasis delimiters, backticks, the `!` of an image.
  /[*_~`!]+$/,
  /&#?\w{0,32}$/,
  // A tag or an autolink.
  new RegExp(`<[^\\s<>]{0,${maxPending}}$`),
  /\][([]?$/,
  // An escape.
  /\\$/,
] as const

/** Index from which the end of a growing text may be an incomplete mark, and is hidden for now. */
export function growingEnd(text: string): number {
  const end = text.trimEnd().length
  const tail = text.slice(Math.max(0, end - 2 * maxPending), end)
  for (const pattern of starts) {
    const found = pattern.exec(tail)
    if (!found) continue
    const start = end - tail.length + found.index
    if (!isEscaped(text, start)) return start
    // An escaped delimiter is text; a mark can only start after it.
    return pattern === starts[0] ? start + 1 : end
  }
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Whether `text`, which begins with a parenthesis, may be an incomplete link destination and title. */
export function mayBecomeAddress(text: string): boolean {
  return (
    text.length < 8 * maxPending &&
    /^\(\s*(?:<[^<>\n]*>?|[^\s<][^\s]*)?(?:\s+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?\s*)?$/.test(text)
  )
}
