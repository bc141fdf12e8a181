import { asBase64, type Base64 } from './base64.ts'
import { type JsonIndex, meantBy, nodeKinds } from './json-index.ts'

/** More of a string than this is not drawn in its row, in characters. */
const longestRow = 300

/** A value as it stands in its row. */
export type RowValue =
  | { readonly kind: 'container'; readonly text: string }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string; readonly cut?: number }
  | { readonly kind: 'base64'; readonly base64: Base64 }

/** The value of a node as its row shows it. */
export function rowValue(index: JsonIndex, node: number): RowValue {
  const { text, at, end, kind, size } = index
  const start = at[node] ?? 0
  const behind = end[node] ?? 0
  const children = size[node] ?? 0
  const cut = behind - start > longestRow ? { cut: behind - start } : {}
  const shown = text.slice(start, Math.min(behind, start + longestRow))
  switch (kind[node]) {
    case nodeKinds.object:
      return { kind: 'container', text: children === 0 ? '{}' : `{ ${counted(children, 'key')} }` }
    case nodeKinds.array:
      return { kind: 'container', text: children === 0 ? '[]' : `[ ${counted(children, 'item')} ]` }
    case nodeKinds.string: {
      const base64 = behind - start > longestRow - 50 ? base64At(text, start, behind) : undefined
      return base64 ? { kind: 'base64', base64 } : { kind: 'string', text: shown, ...cut }
    }
    case nodeKinds.number:
      return { kind: 'number', text: shown, ...cut }
    default:
      return { kind: 'word', text: shown, ...cut }
  }
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

function base64At(text: string, start: number, end: number): Base64 | undefined {
  const written = text.slice(start + 1, end - 1)
  // Some routers write a slash as \/.
  return asBase64(written.slice(0, 400).includes('\\/') ? written.replaceAll('\\/', '/') : written)
}

/** What is copied of a value: a string as it is meant, everything else as it is written. */
export function plainValue({ text, at, end, kind }: JsonIndex, node: number): string {
  const written = text.slice(at[node], end[node])
  return kind[node] === nodeKinds.string ? meantBy(written) : written
}
