import type { SyntaxNode, Tree } from '@lezer/common'

/** A stretch of a text, counted in UTF-16 units. */
interface Range {
  readonly from: number
  readonly to: number
}

const scalars = new Set(['String', 'Number', 'True', 'False', 'Null'])
const values = new Set([...scalars, 'Object', 'Array'])

/**
 * Where a value stands in a JSON text: all of a text, number or word; of an object or list its name, else its bracket.
 * What is missing is marked at the object or list that lacks it.
 */
export function placeOf(tree: Tree, text: string, path: readonly PropertyKey[]): Range {
  let node = valuesIn(tree.topNode)[0] ?? tree.topNode
  for (const key of path) {
    const next = node.name === 'Array' ? valuesIn(node)[Number(key)] : memberOf(node, text, key)
    if (!next) return markOf(node)
    node = next
  }
  return markOf(node)
}

/** Of a name that stands twice the last counts, as for `JSON.parse`. */
function memberOf(node: SyntaxNode, text: string, key: PropertyKey): SyntaxNode | undefined {
  const property = node
    .getChildren('Property')
    .findLast(({ firstChild: name }) => name && readName(text.slice(name.from, name.to)) === key)
  return property && valuesIn(property)[0]
}

function readName(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

function markOf(node: SyntaxNode): Range {
  if (scalars.has(node.name)) return node
  const name = node.parent?.getChild('PropertyName')
  return name ?? { from: node.from, to: Math.min(node.from + 1, node.to) }
}

function valuesIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) if (values.has(child.name)) found.push(child)
  return found
}
