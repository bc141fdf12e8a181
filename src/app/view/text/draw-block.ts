import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast'
import { drawCode } from './code-block.ts'
import { drawInline, type Surroundings } from './draw-inline.ts'
import { element } from './element.ts'

/** Draws blocks and all that is in them. Definitions draw nothing where they stand; a kind that is not listed draws nothing at all. */
export function drawBlocks(nodes: readonly RootContent[], around: Surroundings): (Node | string)[] {
  return nodes.map((node) => drawBlock(node, around))
}

function drawBlock(node: RootContent, around: Surroundings): Node | string {
  const inline = (children: readonly PhrasingContent[]) => children.map((child) => drawInline(child, around))
  switch (node.type) {
    case 'paragraph':
      return element('p', { dir: 'auto' }, inline(node.children))
    case 'heading':
      return element(`h${node.depth}`, { dir: 'auto' }, inline(node.children))
    case 'thematicBreak':
      return element('hr')
    case 'blockquote':
      return element('blockquote', { dir: 'auto' }, drawBlocks(node.children, around))
    case 'list':
      return drawList(node, around)
    case 'code':
      return drawCode(node.lang ?? '', node.value)
    case 'html':
      return element('p', { class: 'reading-plain', dir: 'auto' }, [node.value.trimEnd()])
    case 'table':
      return drawTable(node, around)
    default:
      return ''
  }
}

function drawList(list: List, around: Surroundings): Node {
  const isLoose = list.spread || list.children.some((item) => item.spread)
  const items = list.children.map((item) => drawItem(item, isLoose, around))
  if (!list.ordered) return element('ul', {}, items)
  return element('ol', list.start === 1 ? {} : { start: String(list.start ?? 1) }, items)
}

function drawItem(item: ListItem, isLoose: boolean, around: Surroundings): Node {
  const drawn = item.children.flatMap((child) =>
    child.type === 'paragraph' && !isLoose
      ? child.children.map((part) => drawInline(part, around))
      : [drawBlock(child, around)],
  )
  if (typeof item.checked !== 'boolean') return element('li', { dir: 'auto' }, drawn)
  const box = element('input', { type: 'checkbox', disabled: '', 'aria-label': item.checked ? 'Done' : 'To do' })
  box.checked = item.checked
  const first = drawn[0]
  if (isLoose && first instanceof HTMLParagraphElement) first.prepend(box, ' ')
  else drawn.unshift(box, ' ')
  return element('li', { dir: 'auto', class: 'reading-task' }, drawn)
}

function drawTable(table: Table, around: Surroundings): Node {
  const rows = table.children.map((row, index) => {
    const cells = row.children.map((cell, column) => {
      const align = table.align?.[column]
      const inside = cell.children.map((child) => drawInline(child, around))
      const attributes = { dir: 'auto', ...(align ? { 'data-align': align } : {}) }
      return index === 0 ? element('th', { ...attributes, scope: 'col' }, inside) : element('td', attributes, inside)
    })
    return element('tr', {}, cells)
  })
  const head = element('thead', {}, rows.slice(0, 1))
  const body = rows.length > 1 ? [element('tbody', {}, rows.slice(1))] : []
  return element('div', { class: 'reading-table', 'data-scrolls': 'Table' }, [element('table', {}, [head, ...body])])
}
