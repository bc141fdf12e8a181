import type { Block, List } from '../markdown/block.ts'
import { Blocks } from '../markdown/blocks.ts'
import type { Labels } from '../markdown/brackets.ts'
import type { Inline } from '../markdown/inline.ts'
import { labelKey, type Target } from '../markdown/links.ts'
import { readInline } from '../markdown/read-inline.ts'

/**
 * What the parser makes of a text that comes in `pieces`, as the HTML of CommonMark. Unless `write` escapes it, text is left as it is:
 * what was HTML in it is HTML again.
 */
export function toHtml(pieces: Iterable<string>, write = (text: string) => text): string {
  const targets = new Map<string, Target>()
  const notes = new Set<string>()
  const blocks = new Blocks({
    define: ({ label, ...target }) => targets.has(label) || targets.set(label, target),
    note: ({ label }) => notes.add(labelKey(label)),
  })
  for (const piece of pieces) blocks.push(piece)
  blocks.end()
  const labels: Labels = {
    target: (key) => targets.get(key),
    note: (key) => (notes.has(key) ? 'known' : undefined),
  }
  return new Writer(labels, write).all(blocks.root.children)
}

const tags = { quote: 'blockquote', item: 'li', note: 'note', emphasis: 'em', strong: 'strong', strike: 'del' } as const

class Writer {
  readonly #labels: Labels
  readonly #write: (text: string) => string

  constructor(labels: Labels, write: (text: string) => string) {
    this.#labels = labels
    this.#write = write
  }

  all(blocks: readonly Block[], isTight = false): string {
    return blocks.map((block) => this.#block(block, isTight)).join('')
  }

  #block(block: Block, isTight: boolean): string {
    switch (block.kind) {
      case 'paragraph':
        return isTight ? `${this.#source(block.text)}\n` : `<p>${this.#source(block.text)}</p>`
      case 'heading':
        return `<h${block.depth}>${this.#source(block.text)}</h${block.depth}>`
      case 'code':
        return this.#code(block.info, block.text)
      case 'html':
        return `${this.#write(block.text)}\n`
      case 'rule':
        return '<hr />'
      case 'table':
        return `<table>${this.#write(block.rows.join('\n'))}</table>`
      case 'list':
        return this.#list(block)
      case 'quote':
      case 'note':
      case 'item':
        return `<${tags[block.kind]}>${this.all(block.children, isTight && block.kind === 'item')}</${tags[block.kind]}>`
    }
  }

  #list({ start, isLoose, children }: List): string {
    const tag = start === undefined ? 'ul' : 'ol'
    const first = start === undefined || start === 1 ? '' : ` start="${start}"`
    return `<${tag}${first}>${this.all(children, !isLoose)}</${tag}>`
  }

  #code(info: string, text: string): string {
    const word = /^\S*/.exec(this.#source(info).replaceAll(/<[^>]*>/g, ''))?.[0]
    const code = word ? `<code class="language-${word}">` : '<code>'
    return `<pre>${code}${this.#write(text ? `${text}\n` : '')}</code></pre>`
  }

  #source(text: string): string {
    return this.#inline(readInline(text.trimEnd(), this.#labels).nodes)
  }

  #inline(nodes: readonly Inline[]): string {
    return nodes.map((node) => this.#node(node)).join('')
  }

  #node(node: Inline): string {
    switch (node.kind) {
      case 'text':
      case 'maths':
        return this.#write(node.text)
      case 'code':
        return `<code>${this.#write(node.text)}</code>`
      case 'emphasis':
      case 'strong':
      case 'strike':
        return `<${tags[node.kind]}>${this.#inline(node.children)}</${tags[node.kind]}>`
      case 'break':
        return '<br />\n'
      case 'link': {
        const title = node.title ? ` title="${this.#write(node.title)}"` : ''
        return `<a href="${encoded(node.url ?? '')}"${title}>${this.#inline(node.children)}</a>`
      }
      case 'image':
        return `<img src="${encoded(node.url)}" alt="${this.#write(node.alt)}" />`
      case 'mark':
        return `<sup>${node.label}</sup>`
    }
  }
}

/** An address as the examples of CommonMark write it: what is encoded already stays so. */
function encoded(url: string): string {
  return encodeURI(url).replaceAll('%25', '%')
}
