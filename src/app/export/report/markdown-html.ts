import type { Block, List, Table } from '../../view/text/markdown/block.ts'
import { directionOf } from '../../view/text/markdown/block.ts'
import { Blocks } from '../../view/text/markdown/blocks.ts'
import type { Labels } from '../../view/text/markdown/brackets.ts'
import type { Inline } from '../../view/text/markdown/inline.ts'
import { labelKey, type Target } from '../../view/text/markdown/links.ts'
import { type InlinePlace, readInline } from '../../view/text/markdown/read-inline.ts'
import { cells } from '../../view/text/markdown/table-rows.ts'
import { safeLink } from '../../view/text/safe-link.ts'
import { html, SafeHtml } from './html.ts'

/** Characters of Markdown parsed in one slice. */
const enough = 2 ** 15
/** Longer paragraphs are shown unparsed, as in the app. */
const longestInline = 40_000

/**
 * An answer as HTML, in pieces: Markdown rendered as in the app, JSON verbatim. HTML in it is escaped, pictures are only named, and only
 * whole `http`, `https` and `mailto` addresses become links.
 */
export function* markdownHtml(text: string): Generator<SafeHtml, void> {
  if (/^\s*[[{]/.test(text) && isJson(text)) {
    yield html`<pre>${text.trim()}</pre>`
    return
  }
  const targets = new Map<string, Target>()
  const notes = new Set<string>()
  const blocks = new Blocks({
    define: ({ label, ...target }) => targets.has(label) || targets.set(label, target),
    note: ({ label }) => notes.add(labelKey(label)),
  })
  for (let at = 0; at < text.length; at += enough) {
    blocks.push(text.slice(at, at + enough))
    yield html``
  }
  blocks.end()
  const labels: Labels = {
    target: (key) => targets.get(key),
    note: (key) => (notes.has(key) ? 'known' : undefined),
  }
  yield* written(blocks.root.children, labels)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function* written(blocks: readonly Block[], labels: Labels): Generator<SafeHtml, void> {
  for (const block of blocks) yield* writtenBlock(block, labels)
}

function* writtenBlock(block: Block, labels: Labels): Generator<SafeHtml, void> {
  switch (block.kind) {
    case 'paragraph':
      yield html`<p dir="auto">${source(block.text, labels)}</p>\n`
      break
    case 'heading':
      // `h2` is the run's title and `h3` that of the answer.
      yield html`<h4 class="depth-${block.depth}" dir="auto">${source(block.text, labels)}</h4>\n`
      break
    case 'code':
      yield html`<pre>${block.text}</pre>\n`
      break
    case 'html':
      yield html`<p dir="auto">${block.text}</p>\n`
      break
    case 'rule':
      yield html`<hr>\n`
      break
    case 'table':
      yield* table(block, labels)
      break
    case 'list':
      yield* list(block, labels)
      break
    case 'quote':
      yield html`<blockquote${sideOf(block)}>`
      yield* written(block.children, labels)
      yield html`</blockquote>\n`
      break
    case 'item':
      yield html`<li>`
      yield* written(block.children, labels)
      yield html`</li>\n`
      break
    case 'note':
      yield html`<div class="soft"><sup>${block.label}</sup> `
      yield* written(block.children, labels)
      yield html`</div>\n`
  }
}

/** The direction of what is around other blocks: bars, markers and columns begin where the text does. */
const sideOf = (block: Block): SafeHtml | false => directionOf(block) === 'rtl' && html` dir="rtl"`

function* list(block: List, labels: Labels): Generator<SafeHtml, void> {
  const { start, children } = block
  const side = sideOf(block)
  yield start === undefined ? html`<ul${side}>\n` : html`<ol${side} start="${start}">\n`
  yield* written(children, labels)
  yield start === undefined ? html`</ul>\n` : html`</ol>\n`
}

function* table(block: Table, labels: Labels): Generator<SafeHtml, void> {
  const { columns, rows } = block
  const start = directionOf(block) === 'rtl' ? 'right' : 'left'
  yield html`<table${sideOf(block)}>\n`
  for (const [at, row] of rows.entries()) {
    const texts = cells(row)
    const places = columns.map((align, column) => {
      const words = source(texts[column] ?? '', labels, 'cell')
      const side = html`dir="auto" align="${align ?? start}"`
      return at === 0 ? html`<th ${side}>${words}</th>` : html`<td ${side}>${words}</td>`
    })
    yield html`<tr>${places}</tr>\n`
  }
  yield html`</table>\n`
}

function source(text: string, labels: Labels, place: InlinePlace = 'line'): SafeHtml {
  if (text.length > longestInline) return html`${text}`
  return inline(readInline(text.trimEnd(), labels, false, place).nodes)
}

const inline = (nodes: readonly Inline[]): SafeHtml =>
  new SafeHtml(nodes.map((node) => writtenInline(node).text).join(''))

function writtenInline(node: Inline): SafeHtml {
  switch (node.kind) {
    case 'text':
    case 'maths':
      return html`${node.text}`
    case 'code':
      return html`<code>${node.text}</code>`
    case 'emphasis':
      return html`<em>${inline(node.children)}</em>`
    case 'strong':
      return html`<strong>${inline(node.children)}</strong>`
    case 'strike':
      return html`<del>${inline(node.children)}</del>`
    case 'break':
      return html`<br>`
    case 'link':
      return link(node.url, inline(node.children))
    case 'image':
      return html`${node.alt} <span class="soft">(image, not loaded: ${node.url})</span>`
    case 'mark':
      return html`<sup>${node.label}</sup>`
  }
}

/** A link followed by its address, which would be missing in print. */
function link(url: string | undefined, words: SafeHtml): SafeHtml {
  const safe = url === undefined ? undefined : safeLink(url)
  if (safe === undefined) return words
  const anchor = html`<a href="${safe.href}" rel="noopener noreferrer nofollow">${words}</a>`
  return words.text === html`${url}`.text ? anchor : html`${anchor} <span class="soft">(${safe.href})</span>`
}
