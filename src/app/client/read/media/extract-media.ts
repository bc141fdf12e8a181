import { closingQuote, jsonIn, percentDecoded } from '#contract/core/loose-json.ts'
import { isHeaderless } from '#media/audio/headerless.ts'
import { bytesOfBase64, decodeBase64 } from '#media/base64.ts'
import { dataUrlHead } from '#media/data-url.ts'
import { bytesOfHex, isHex } from '#media/hex.ts'
import { hashOf } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { fileMark } from '../media-in.ts'
import type { RawEvent } from '../run-event.ts'
import type { SoundPieces } from './sound-pieces.ts'
import { isWeak, statedBeside, typeOfBytes } from './sound-type.ts'

export interface Extracted {
  readonly raw: readonly RawEvent[]
  readonly files: readonly ReplyFile[]
}

/** Shorter base64 cannot be distinguished from text reliably, and is not worth a file. */
const shortest = 40

/** Names whose base64 is media even without a known signature: raw audio samples, rare picture formats. */
const mediaKeys =
  /^(?:audio|(?:audio|image)_?base64|audio_?b64|b64_?json|audio_?content|output_audio|data|b64|base64)$/i
/** On the routes of media also these, under which other routes have text. */
const moreKeys = /^(?:content|result|output|value|audio_?(?:data|bytes|file|chunk)|chunk|file)$/i
const shortestUnmarked = 256
const shortestUnnamed = 1024

/** A piece of sound may be of any length, above all the last one: its names, and those in an event that says that it is a piece. */
const pieceKeys = /^(?:audio|audio_?base64|audio_?b64|audio_?content|output_audio)$/i
const toldKeys = /^(?:delta|data|chunk|b64|base64)$/i
const longestPiece = 2 ** 20
const saysPiece = /"type"\s*:\s*"[^"]*audio[^"]*(?:delta|chunk)/i
/** MiniMax numbers its states. */
const saysLast = /"status"\s*:\s*2\b/
const saysDone = /"type"\s*:\s*"[^"]*(?:done|completed?)"/i
const shortestPiece = 4

const letters = /^[A-Za-z0-9+/_-]+$/
const base64Only = /^[\w+/\s-]*={0,2}\s*$/

/** How `<svg` and `<?xml` begin. */
const drawing = /^(?:PHN2Z|PD94bW)/

/** SVG as text, in a data URL or under the name `svg`. */
const drawingUrl = /^data:image\/svg\+xml[^,]{0,100},(?=\s*(?:<|%3c))/i
const plainDrawing = /^\s*<(?:svg|\?xml)[\s>]/i

export interface ExtractFrom {
  readonly isMedia?: boolean
  /** A route of sound: a long base64 text is sound under any name, where nothing else in the event is. */
  readonly isSound?: boolean
  /** The sound that the events of a stream bring in pieces: joined here, with a mark of its place in the event. */
  readonly pieces?: SoundPieces | undefined
}

/** Extracts base64 media from events, so that stored events hold none. What is not certainly media stays. */
export async function extractMedia(events: readonly RawEvent[], from: ExtractFrom = {}): Promise<Extracted> {
  const files: ReplyFile[] = []
  const raw: RawEvent[] = []
  for (const event of events) raw.push({ ...event, data: await extracted(event, files, from) })
  return { raw, files }
}

interface Found extends StringPlace {
  readonly encoded: Encoded
}

async function extracted(event: RawEvent, files: ReplyFile[], from: ExtractFrom): Promise<string> {
  const json = event.data
  const { pieces, isSound = false } = from
  const named = [...foundIn(event, from)]
  const found = named.length === 0 && isSound ? [...foundIn(event, from, shortestUnnamed)] : named
  const [only] = found
  if (only === undefined) return json
  const stated = (mark: string, text: string) => statedBeside(jsonIn(text), mark)
  const isDone = saysDone.test(json.slice(0, 400)) || /(?:done|completed?)$/i.test(event.name ?? '')
  const isRepeat = isDone && pieces?.hasAny === true
  if (pieces && found.length === 1 && !isRepeat && !only.encoded.type.startsWith('image/')) {
    const { text, before, said = stated(blank, replaced(json, [{ ...only, before, text: blank }])) } = only.encoded
    const mark = await pieces.add(text.slice(before.length), { key: only.key, said, isLast: saysLast.test(json) })
    return mark === undefined ? json : replaced(json, [{ ...only, before, text: mark }])
  }
  const media = await Promise.all(
    found.map(async (one) => {
      const medium = await decodedOf(one.encoded)
      if (!medium) return []
      const { type, blob } = medium
      const file = { sha256: await hashOf(blob), type, blob }
      return [{ ...one, before: one.encoded.before, medium, file, text: fileMark(file.sha256) }]
    }),
  ).then((all) => all.flat())
  const text = replaced(json, media)
  for (const { file, medium } of media) files.push(medium.isSure ? file : withStated(file, stated(file.sha256, text)))
  return text
}

/** The media in an event. `unnamed`: the least length of base64 under a name that nobody knows. */
function* foundIn(event: RawEvent, { isMedia = false, pieces }: ExtractFrom, unnamed = Infinity): Generator<Found> {
  const json = event.data
  const isShort = pieces !== undefined && json.length < longestPiece
  const isTold = isShort && (saysPiece.test(json.slice(0, 400)) || /audio.*(?:delta|chunk)/i.test(event.name ?? ''))
  const least = !isShort ? shortest : pieces.hasAny ? 1 : shortestPiece
  for (const { start, end, key } of stringsIn(json, least)) {
    const length = end - start
    const isPiece = isShort && (pieceKeys.test(key) || (isTold && toldKeys.test(key)) || pieces.has(key))
    if (length < shortest && !isPiece) continue
    const isNamed = mediaKeys.test(key) || (isMedia && moreKeys.test(key))
    const isLong = (isNamed && length >= shortestUnmarked) || length >= unnamed
    const encoded = encodedIn(json.slice(start, end), isPiece || isLong, key)
    if (encoded) yield { start, end, key, encoded }
  }
}

/** Stands for the base64 of a piece while the type beside it is searched for. */
const blank = 'piece of sound'

function withStated(file: ReplyFile, said: string | undefined): ReplyFile {
  if (!said || (file.type !== 'application/octet-stream' && !isHeaderless(said))) return file
  return { ...file, type: said, blob: file.blob.slice(0, file.blob.size, said) }
}

interface Replacement extends Omit<StringPlace, 'key'> {
  readonly before: string
  readonly text: string
}

function replaced(json: string, places: readonly Replacement[]): string {
  let done = 0
  const out: string[] = []
  for (const { start, end, before, text } of places) {
    out.push(json.slice(done, start), before, text)
    done = end
  }
  return out.join('') + json.slice(done)
}

interface StringPlace {
  /** After the opening quote. */
  readonly start: number
  /** At the closing quote. */
  readonly end: number
  readonly key: string
}

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

interface Encoded {
  readonly text: string
  /** The part before the base64, which stays in the event: the head of a data URL. */
  readonly before: string
  readonly type: string
  /** The type that its data URL states. */
  readonly said?: string
  /** The content itself, if it is not base64. */
  readonly words?: string
}

function encodedIn(literal: string, isMedia: boolean, key: string): Encoded | undefined {
  const text = literal.includes('\\') ? unescaped(literal) : literal
  if (text === undefined) return undefined
  const drawn = drawingUrl.exec(text.slice(0, 200))?.[0] ?? (key === 'svg' && plainDrawing.test(text) ? '' : undefined)
  if (drawn !== undefined) {
    const words = drawn === '' ? text : percentDecoded(text.slice(drawn.length))
    return { text, before: drawn, type: 'image/svg+xml', words }
  }
  const { head: before = '', type: told } = dataUrlHead(text) ?? {}
  const said = /^data:(audio\/[^,]+);base64,$/i.exec(before)?.[1]
  const first = text.slice(before.length, before.length + 64)
  const type = typeOf(first) ?? told ?? (drawing.test(first) ? 'image/svg+xml' : undefined)
  if (type !== undefined) return { text, before, type, ...(said !== undefined && { said }) }
  const isCode = isMedia && /^[\w+/-]*=*$/.test(first) && base64Only.test(text.slice(before.length))
  return isCode ? { text, before, type: 'application/octet-stream' } : undefined
}

/** The medium; `isSure`: nothing beside it can tell its type better. */
async function decodedOf({ text, before, type, said, words }: Encoded) {
  const code = before === '' ? text : text.slice(before.length)
  const bytes =
    words !== undefined ? new TextEncoder().encode(words) : isHex(code) ? bytesOfHex(code) : await decodeBase64(code)
  if (bytes === undefined || bytes.length === 0) return undefined
  const isSure = said !== undefined || (type !== 'application/octet-stream' && !isWeak(bytes))
  const known = said === undefined ? type : typeOfBytes(bytes, said)
  return { blob: new Blob([bytes], { type: known }), type: known, isSure }
}

/** The type by the first letters, of which whole bytes are decoded. */
function typeOf(first: string): string | undefined {
  const some = first.replace(/\s+/g, '')
  if (!letters.test(some)) return undefined
  if (isHex(some)) return sniffType(bytesOfHex(some))
  const enough = some.slice(0, Math.ceil(sniffLength / 3) * 4)
  return sniffType(bytesOfBase64(enough.slice(0, enough.length & ~3)))
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
