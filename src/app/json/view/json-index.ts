import { endOfString, nodeKinds } from '../json-reader.ts'

/** `-1` where there is none: a key, a parent, a problem. */
export const none = -1

/**
 * Every value of a JSON text by its place in it, in the order of the text. Nothing is copied or converted: what is shown is what
 * came, with its double keys and its digits.
 */
export interface JsonIndex {
  readonly text: string
  readonly count: number
  readonly kind: Uint8Array
  /** Where the value begins, and the place behind its end. */
  readonly at: Int32Array
  readonly end: Int32Array
  /** Where its key begins, in an object. */
  readonly keyAt: Int32Array
  readonly parent: Int32Array
  readonly depth: Int32Array
  /** Its place among the children of its parent. */
  readonly place: Int32Array
  /** The first node after its subtree. */
  readonly after: Int32Array
  /** How many children it has. */
  readonly size: Int32Array
  /** The first place that does not follow the rules of JSON; reading went on behind it as well as it could. */
  readonly problem: number
  /** Of a text that grows: the same for all its indexes, whose nodes keep their numbers, so that the newest alone is to be used. */
  readonly grows?: object
}

export function isContainer(index: JsonIndex, node: number): boolean {
  return (index.kind[node] ?? nodeKinds.word) <= nodeKinds.array
}

/** The value of a written string; with invalid escapes, the text between its quotes. */
export function meantBy(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : written
  } catch {
    return written.slice(1, written.endsWith('"') ? -1 : undefined)
  }
}

/** The key of a node as it is written, in its quotes; undefined in an array and at the top. */
export function keyOf({ text, keyAt }: JsonIndex, node: number): string | undefined {
  const start = keyAt[node] ?? none
  return start === none ? undefined : text.slice(start, endOfString(text, start))
}

/** A path is cut after so many steps: ten thousand would fill a page. */
const longest = 200

/** The path of a node as most languages write it: `output[0].content["a b"]`. The root is `$`. */
export function pathOfNode(index: JsonIndex, node: number): string {
  const steps: string[] = []
  for (let at = node; at !== none && (index.parent[at] ?? none) !== none; at = index.parent[at] ?? none) {
    if (steps.length === longest) {
      steps.push('…')
      break
    }
    const key = keyOf(index, at)
    steps.push(key === undefined ? `[${index.place[at]}]` : stepOf(key))
  }
  const path = steps.reverse().join('')
  return path === '' ? '$' : path.replace(/^\./, '')
}

function stepOf(written: string): string {
  const key = meantBy(written)
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${written}]`
}
