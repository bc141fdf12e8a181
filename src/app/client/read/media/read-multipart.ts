import { parseData } from '#contract/core/loose-json.ts'
import { decodeBase64 } from '#media/base64.ts'
import { essenceOf } from '#media/media-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { fileMark } from '../media-in.ts'
import { fileOf } from './read-bytes.ts'

/** A multipart reply as one document: `{ multipart: [{ headers, json | text | body }] }`, where `body` is the mark of a file. */
export interface Parted {
  readonly document: string
  readonly files: readonly ReplyFile[]
  readonly isWhole: boolean
}

/** The boundary of a multipart body, by its stated type, else by its first lines; undefined for every other body. */
export function boundaryOf(start: Uint8Array, contentType: string): string | undefined {
  const text = latin.decode(start)
  const stated = /^multipart\/[^;]+;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const said = stated?.[1] ?? stated?.[2]
  // Text before the first boundary is allowed, but nobody sends it: without a boundary at the start, the bytes decide.
  if (said !== undefined && text.trimStart().startsWith(`--${said}`.slice(0, text.length))) return said
  return /^\s*--([^\s]{1,70})\r?\ncontent-[a-z]/i.exec(text)?.[1]
}

/** Each byte as one character, so that places in the text are places in the bytes. */
const latin = new TextDecoder('latin1')

/** Splits a whole body. Never throws: what is no part is left out. */
export async function partsOf(body: Blob, boundary: string): Promise<Parted> {
  const bytes = new Uint8Array(await body.arrayBuffer())
  const text = latin.decode(bytes)
  const line = `--${boundary}`
  const files: ReplyFile[] = []
  const multipart: object[] = []
  let start = text.indexOf(line)
  let isWhole = false
  while (start >= 0) {
    const from = start + line.length
    isWhole = text.startsWith('--', from)
    if (isWhole) break
    const next = text.indexOf(`\n${line}`, from)
    const end = next < 0 ? text.length : next - Number(text[next - 1] === '\r')
    const part = await partOf(text.slice(from, end), bytes.subarray(from, end), files)
    if (part) multipart.push(part)
    start = next < 0 ? -1 : next + 1
  }
  return { document: JSON.stringify({ multipart }), files, isWhole }
}

/** What follows a boundary: the rest of its line, headers, an empty line, and the content. */
async function partOf(text: string, bytes: Uint8Array<ArrayBuffer>, files: ReplyFile[]): Promise<object | undefined> {
  const head = /^[^\n]*\n(?:((?:[^\r\n]+\r?\n)*)\r?\n)?/.exec(text)
  if (head === null) return undefined
  const headers = Object.fromEntries(
    (head[1] ?? '').split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
    }),
  )
  const content = bytes.subarray(head[0].length)
  const type = headers['content-type'] ?? ''
  const raw = headers['content-transfer-encoding']?.toLowerCase() === 'base64' ? await unpacked(content) : content
  const words = isText(type, raw) ? new TextDecoder().decode(raw) : undefined
  const json = words === undefined ? undefined : parseData(words)
  if (json?.status === 'read' && typeof json.value === 'object') return { headers, json: json.value }
  if (words !== undefined) return { headers, text: words }
  if (raw.length === 0) return { headers }
  const file = await fileOf(new Blob([raw]), type)
  files.push(file)
  return { headers, body: fileMark(file.sha256) }
}

const isText = (type: string, bytes: Uint8Array) =>
  /^(?:application\/json|text\/)|\+json$/i.test(essenceOf(type)) ||
  (type === '' && /^\s*[{[]/.test(latin.decode(bytes.subarray(0, 64))))

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return (await decodeBase64(latin.decode(bytes))) ?? bytes
}
