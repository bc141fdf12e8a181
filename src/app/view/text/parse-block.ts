import type { FootnoteDefinition, Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { labelKey } from './labels.ts'

/** Where a link reference leads. */
export interface Target {
  readonly url: string
  readonly title: string
}

export interface ParsedBlock {
  readonly nodes: readonly RootContent[]
  /** What this block defines, by label, in its order. */
  readonly targets: readonly (readonly [label: string, target: Target])[]
  /** Footnotes by label; a footnote's label begins with `^`. */
  readonly notes: readonly (readonly [label: string, note: FootnoteDefinition])[]
}

export type ParseBlock = typeof parseBlock

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/**
 * Reads one block as CommonMark and GFM. `known` are the labels that other blocks define: a reference is only a reference
 * when its label is defined, so each is given a definition in front of the text and taken away again.
 */
export function parseBlock(text: string, known: readonly string[]): ParsedBlock {
  const front = known.map((label) => (label.startsWith('^') ? `[${label}]: x` : `[${label}]: <#>`))
  // The rule keeps a block that starts with an indent from joining a footnote in front of it.
  const source = front.length > 0 ? [...front, '---', text].join('\n\n') : text
  const nodes = fromMarkdown(source, options).children.slice(front.length > 0 ? front.length + 1 : 0)
  return { nodes, ...definitionsIn(nodes) }
}

function definitionsIn(nodes: readonly RootContent[]): Pick<ParsedBlock, 'targets' | 'notes'> {
  const targets: [string, Target][] = []
  const notes: [string, FootnoteDefinition][] = []
  const waiting: Nodes[] = nodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'definition') {
      targets.push([labelKey(node.identifier), { url: node.url, title: node.title ?? '' }])
    } else if (node.type === 'footnoteDefinition') {
      notes.push([labelKey(`^${node.identifier}`), node])
    }
    if ('children' in node) waiting.push(...node.children.toReversed())
  }
  return { targets, notes }
}
