export type Inline =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** TeX source with its delimiters. */
  | { readonly kind: 'maths'; readonly text: string }
  | { readonly kind: 'emphasis' | 'strong' | 'strike'; readonly children: readonly Inline[] }
  /** Undefined while the address is incomplete. */
  | {
      readonly kind: 'link'
      readonly url: string | undefined
      readonly title: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'mark'; readonly label: string }

/** A run of `*`, `_` or `~` that may begin or end emphasis. */
export interface MarkerRun {
  readonly kind: 'run'
  readonly character: string
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** It is likely an opening delimiter, so it may be rendered as emphasis before its end arrives. */
  readonly isLikely: boolean
}

/** A place in the source up to which nothing more can change if no emphasis is open there. */
interface Pause {
  readonly kind: 'pause'
  readonly at: number
}

export type InlinePart = Inline | MarkerRun | Pause

export function plainText(nodes: readonly Inline[]): string {
  return nodes.map(words).join('')
}

function words(node: Inline): string {
  if ('children' in node) return plainText(node.children)
  if (node.kind === 'image') return node.alt
  if (node.kind === 'break') return '\n'
  return node.kind === 'mark' ? '' : node.text
}

/** Links do not nest: an inner link is replaced by its content, a footnote reference by its label. */
export function unlinked(node: Inline): readonly Inline[] {
  if (node.kind === 'link') return node.children.flatMap(unlinked)
  if (node.kind === 'mark') return [{ kind: 'text', text: `[${node.label}]` }]
  return 'children' in node ? [{ ...node, children: node.children.flatMap(unlinked) }] : [node]
}

/** Whether a text is short and certainly without marks, so that it need not be parsed. `false` implies nothing. */
export function isPlain(text: string): boolean {
  return text.length < 100 && !/[\n\\`*_~[\]!<&@$:]|www\./i.test(text)
}

/** The inline nodes in order. Plain text is buffered until another node follows. */
export class PartList {
  readonly #parts: InlinePart[] = []
  #plain = ''

  get plain(): string {
    return this.#plain
  }

  say(text: string): void {
    this.#plain += text
  }

  dropLast(length: number): void {
    this.#plain = this.#plain.slice(0, this.#plain.length - length)
  }

  /** Returns the index of the node. */
  put(part: InlinePart): number {
    this.#flush()
    return this.#parts.push(part) - 1
  }

  takeFrom(from: number): InlinePart[] {
    this.#flush()
    return this.#parts.splice(from)
  }

  #flush(): void {
    if (this.#plain) this.#parts.push({ kind: 'text', text: this.#plain })
    this.#plain = ''
  }
}
