import type { BlockView, Surroundings } from './block-view.ts'
import { CodeView } from './code-view.ts'
import { element } from './element.ts'
import { LineView } from './line-view.ts'
import { ContainerView, ListView, SidedView } from './list-view.ts'
import type { Block } from './markdown/block.ts'
import { TableView } from './table-view.ts'

/** Creates the view of a block in its current state. */
export function drawBlock(block: Block, around: Surroundings): BlockView {
  const draw = (child: Block) => drawBlock(child, around)
  switch (block.kind) {
    case 'paragraph':
      return new LineView(block, element('p', { dir: 'auto' }), around)
    case 'heading': {
      const level = String(around.headingLevel(block.depth))
      return new LineView(block, element(`h${block.depth}`, { dir: 'auto', 'aria-level': level }), around)
    }
    case 'code':
    case 'html':
      return new CodeView(block, around)
    case 'rule':
      return { element: element('hr'), grow: nothing, finish: nothing }
    case 'table':
      return new TableView(block, around)
    case 'quote':
      return new SidedView(block, element('blockquote'), draw)
    case 'list':
      return new ListView(block, draw)
    case 'item':
      return new ContainerView(block.children, element('li'), draw)
    case 'note': {
      const note = new ContainerView(block.children, around.notePlace(block.label), draw)
      return { element: undefined, grow: () => note.grow(), finish: () => note.finish() }
    }
  }
}

function nothing(): void {
  // A rule has no text.
}
