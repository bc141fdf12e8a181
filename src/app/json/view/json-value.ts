import { bytesOfBase64 } from '#media/base64.ts'
import { dataUrl, dataUrlHead } from '#media/data-url.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { counted } from '../../ui/format.ts'
import { nodeKinds } from '../json-reader.ts'
import { type JsonIndex, meantBy } from './json-index.ts'

/** More of a string than this is not drawn in its row, in characters. */
const longestRow = 300

export type RowValue =
  | { readonly kind: 'container'; readonly text: string }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string; readonly cut?: number }
  | { readonly kind: 'base64'; readonly base64: Base64 }

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

function base64At(text: string, start: number, end: number): Base64 | undefined {
  const written = text.slice(start + 1, end - 1)
  // Some routers write a slash as \/.
  return asBase64(written.slice(0, 400).includes('\\/') ? written.replaceAll('\\/', '/') : written)
}

/** The text that is copied for a value: a string unescaped, any other value as written. */
export function plainValue({ text, at, end, kind }: JsonIndex, node: number): string {
  const written = text.slice(at[node], end[node])
  return kind[node] === nodeKinds.string ? meantBy(written) : written
}

export interface Base64 {
  /** `image/png`, by the bytes, else by the data URL; undefined where both are unknown. */
  readonly type: string | undefined
  readonly bytes: number
  readonly picture?: string
}

/** A shorter run of these letters is a word or an id. */
const shortest = 256
const head = /^[A-Za-z0-9+/_-]{256}/
const tail = /[A-Za-z0-9+/_-]{48}={0,2}$/

/** Picture formats that cannot contain scripts. */
const harmless = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Reads a text as base64: a data URL, or a long run of base64 letters. Undefined for any other text. */
export function asBase64(text: string): Base64 | undefined {
  const url = dataUrlHead(text)
  const start = url?.head.length ?? 0
  if (!url && !looksEncoded(text)) return undefined
  const type = sniffType(firstBytes(text.slice(start), sniffLength)) ?? url?.type
  const padding = /={0,2}$/.exec(text.slice(-2))?.[0].length ?? 0
  const bytes = Math.max(0, Math.floor(((text.length - start - padding) * 3) / 4))
  if (type === undefined || !harmless.has(type)) return { type, bytes }
  return { type, bytes, picture: dataUrl(type, text.slice(start)) }
}

/** The first bytes of a base64 text in either alphabet; none where it cannot be decoded. */
export function firstBytes(base64: string, count: number): Uint8Array {
  const head = base64.slice(0, Math.ceil(count / 3) * 4).replace(/=+$/, '')
  try {
    return bytesOfBase64(head)
  } catch {
    return new Uint8Array()
  }
}

/** Tests the two ends only, since the text may have millions of letters and is drawn in every frame. */
function looksEncoded(text: string): boolean {
  if (text.length < shortest || !head.test(text) || !tail.test(text.slice(-64))) return false
  const sample = text.slice(0, shortest)
  // One letter a thousand times, or a number, is none.
  return /[a-z]/.test(sample) && /[A-Z]/.test(sample) && new Set(sample).size > 12
}
