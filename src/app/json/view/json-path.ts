import { type JsonIndex, keyOf, meantBy, none } from './json-index.ts'

/** Longer paths are of no use to anybody, and ten thousand steps would take a page. */
const longest = 200

/** Where a node stands, as it is written in most languages: `output[0].content["a b"]`. The top is `$`. */
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
