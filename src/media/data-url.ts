/** Characters of a head with its parameters (`;charset=…`, `;name=…`). A mark in the place of base64 is read behind heads of this length. */
const longestHead = 200

const pattern = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[^;,]*)*;base64,/i

/** The part of a data URL before its base64. */
interface DataUrlHead {
  /** From `data:` to the comma, letter for letter. */
  readonly head: string
  /** The media type in lower case; undefined where the URL names none. */
  readonly type: string | undefined
}

/** The head of a base64 data URL at the start of a text; undefined for every other text. Reads the first 200 characters only. */
export function dataUrlHead(text: string): DataUrlHead | undefined {
  const [head, type] = pattern.exec(text.slice(0, longestHead)) ?? []
  return head === undefined ? undefined : { head, type: type?.toLowerCase() }
}

/** The data URL of some base64; of its head alone where none is given. */
export const dataUrl = (type: string, base64 = ''): string => `data:${type};base64,${base64}`

/** The number of bytes that a base64 text stands for, by its length and padding alone. */
export function bytesInBase64(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return ((text.length - padding) * 3) >>> 2
}
