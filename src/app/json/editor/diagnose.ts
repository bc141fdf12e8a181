import { ensureSyntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode, Tree } from '@lezer/common'
import { describeJsonError, parseJson } from '../parse-json.ts'

/** What is wrong with a value, and the way there from the text's root. */
export interface JsonFault {
  readonly at: readonly PropertyKey[]
  readonly words: string
}

/** Longer texts are only parsed; the faults of their values are not located, only listed beside the editor. */
const longestSearched = 500_000
const mostMarks = 200
/** In ms. */
const parsingTime = 200

/** The marks of a text: its first syntax error, else the places of its faults. */
export function diagnose(state: EditorState, faults: readonly JsonFault[]): Diagnostic[] {
  const text = state.doc.toString()
  if (text.trim() === '') return []
  const parsed = parseJson(text)
  if ('error' in parsed) {
    const from = Math.min(parsed.error.at, text.length)
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: describeJsonError(parsed.error) }]
  }
  if (faults.length === 0 || text.length > longestSearched) return []
  const tree = ensureSyntaxTree(state, text.length, parsingTime)
  if (!tree) return []
  return faults.slice(0, mostMarks).map(({ at, words }) => {
    const { from, to } = placeOf(tree, text, at)
    return { from, to, severity: 'error', message: words }
  })
}

/** A stretch of a text, in UTF-16 units. */
export interface Range {
  readonly from: number
  readonly to: number
}

const scalars = new Set(['String', 'Number', 'True', 'False', 'Null'])
const values = new Set([...scalars, 'Object', 'Array'])

/** A scalar as a whole; an object or list by its name, else its bracket. What is missing is marked at what lacks it. */
export function placeOf(tree: Tree, text: string, path: readonly PropertyKey[]): Range {
  let node = valuesIn(tree.topNode)[0] ?? tree.topNode
  for (const key of path) {
    const next = node.name === 'Array' ? valuesIn(node)[Number(key)] : memberOf(node, text, key)
    if (!next) return markOf(node)
    node = next
  }
  return markOf(node)
}

/** Of duplicate names the last counts, as for `JSON.parse`. */
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
