import { bytesOfBase64, decodeBase64 } from '#media/base64.ts'
import { dataUrlHead } from '#media/data-url.ts'
import { hashOf } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { fileMark } from '../media-in.ts'
import type { RawEvent } from '../run-event.ts'

/** Raw events with hashes in place of media, and the media. */
export interface Lifted {
  readonly raw: readonly RawEvent[]
  readonly files: readonly ReplyFile[]
}

/** Shorter base64 cannot be distinguished from text reliably, and is not worth a file. */
const shortest = 40

/** Names whose base64 is media even without a known signature: raw audio samples, rare picture formats. */
const mediaKeys =
  /^(?:audio|(?:audio|image)_?base64|audio_?b64|b64_?json|audio_?content|output_audio|data|b64|base64)$/i
const shortestUnmarked = 256

/** Sound that comes in pieces, of which the last may be of any length. */
const longestPiece = 2 ** 20
const soundPiece = /"speech\.audio\.delta"/

const letters = /^[A-Za-z0-9+/_-]+$/

/** How `<svg` and `<?xml` begin. */
const drawing = /^(?:PHN2Z|PD94bW)/

/** SVG as text, in a data URL or under the name `svg`. */
const drawingUrl = /^data:image\/svg\+xml[^,]{0,100},(?=\s*(?:<|%3c))/i
const plainDrawing = /^\s*<(?:svg|\?xml)[\s>]/i

/** Extracts base64 media from events, so that stored events hold none. What is not certainly media stays. */
export async function liftMedia(events: readonly RawEvent[]): Promise<Lifted> {
  const files: ReplyFile[] = []
  const raw: RawEvent[] = []
  for (const event of events) raw.push({ ...event, data: await lifted(event.data, files) })
  return { raw, files }
}

/** Replaces substrings of the JSON text, so that everything else stays verbatim. */
async function lifted(json: string, files: ReplyFile[]): Promise<string> {
  const pieces: string[] = []
  let done = 0
  const isPiece = json.length < longestPiece && soundPiece.test(json)
  for (const { start, end, key } of stringsIn(json, isPiece ? 4 : shortest)) {
    const isMedia = mediaKeys.test(key) && (isPiece || end - start >= shortestUnmarked)
    const encoded = encodedIn(json.slice(start, end), isMedia, key)
    const file = encoded && (await fileOf(encoded))
    if (file === undefined) continue
    files.push(file)
    pieces.push(json.slice(done, start), encoded?.before ?? '', fileMark(file.sha256))
    done = end
  }
  return done === 0 ? json : pieces.join('') + json.slice(done)
}

interface StringPlace {
  /** After the opening quote. */
  readonly start: number
  /** At the closing quote. */
  readonly end: number
  /** The name of its field. */
  readonly key: string
}

/** The string values of a JSON text that are long enough. */
function* stringsIn(json: string, least: number): Generator<StringPlace, void> {
  let key = ''
  for (let open = json.indexOf('"'); open >= 0; ) {
    const start = open + 1
    const end = closingQuote(json, start)
    if (end < 0) return
    if (/^\s*:/.test(json.slice(end + 1, end + 9))) key = json.slice(start, Math.min(end, start + 40))
    else if (end - start >= least) yield { start, end, key }
    open = json.indexOf('"', end + 1)
  }
}

function closingQuote(json: string, start: number): number {
  for (let at = json.indexOf('"', start); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (json[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** A text that looks like media. */
interface Encoded {
  readonly text: string
  /** The part before the base64, which stays in the event: the head of a data URL. */
  readonly before: string
  readonly type: string
  /** The content itself, if it is not base64. */
  readonly words?: string
}

/** Decides by the first characters, since most strings are plain text. */
function encodedIn(literal: string, isMedia: boolean, key: string): Encoded | undefined {
  const text = literal.includes('\\') ? unescaped(literal) : literal
  if (text === undefined) return undefined
  const drawn = drawingUrl.exec(text.slice(0, 200))?.[0] ?? (key === 'svg' && plainDrawing.test(text) ? '' : undefined)
  if (drawn !== undefined) {
    const words = drawn === '' ? text : unquoted(text.slice(drawn.length))
    return { text, before: drawn, type: 'image/svg+xml', words }
  }
  const { head: before = '', type: told } = dataUrlHead(text) ?? {}
  const first = text.slice(before.length, before.length + 64)
  const type = typeOf(first) ?? told ?? (drawing.test(first) ? 'image/svg+xml' : undefined)
  if (type !== undefined) return { text, before, type }
  const isUnmarked = isMedia && letters.test(first.replace(/=+$/, ''))
  return isUnmarked ? { text, before, type: 'application/octet-stream' } : undefined
}

async function fileOf({ text, before, type, words }: Encoded): Promise<ReplyFile | undefined> {
  const base64 = before === '' ? text : text.slice(before.length)
  const bytes = words === undefined ? await decodeBase64(base64) : new TextEncoder().encode(words)
  if (bytes === undefined || bytes.length === 0) return undefined
  const blob = new Blob([bytes], { type })
  return { sha256: await hashOf(blob), type, blob }
}

/** The type by the first letters, of which whole bytes are decoded. */
function typeOf(first: string): string | undefined {
  const some = first.replace(/\s+/g, '').slice(0, Math.ceil(sniffLength / 3) * 4)
  if (!letters.test(some)) return undefined
  const standard = some.replaceAll('-', '+').replaceAll('_', '/')
  return sniffType(bytesOfBase64(standard.slice(0, standard.length & ~3)))
}

/** Without percent signs where they can be read, else as it is. */
function unquoted(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** PHP escapes every slash, and some routers break lines. */
function unescaped(literal: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${literal}"`)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
