/** What stands in a line of text. */
export type Inline =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** TeX with its marks, as it was written. */
  | { readonly kind: 'maths'; readonly text: string }
  | { readonly kind: 'emphasis' | 'strong' | 'strike'; readonly children: readonly Inline[] }
  /** A link whose address is still arriving has none. */
  | {
      readonly kind: 'link'
      readonly url: string | undefined
      readonly title: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'break' }
  /** The mark of a footnote. */
  | { readonly kind: 'mark'; readonly label: string }

/** The words of it, without any mark. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes.map(words).join('')
}

function words(node: Inline): string {
  if ('children' in node) return plainText(node.children)
  if (node.kind === 'image') return node.alt
  if (node.kind === 'break') return '\n'
  return node.kind === 'mark' ? '' : node.text
}

/** Links do not nest: one that was found inside is its words, and the mark of a footnote is its label. */
export function unlinked(node: Inline): readonly Inline[] {
  if (node.kind === 'link') return node.children.flatMap(unlinked)
  if (node.kind === 'mark') return [{ kind: 'text', text: `[${node.label}]` }]
  return 'children' in node ? [{ ...node, children: node.children.flatMap(unlinked) }] : [node]
}
