import { bytesOfBase64, decodeBase64 } from '#media/base64.ts'
import { bytesOfHex, isHex } from '#media/hex.ts'
import { joinedBytes } from '#media/png.ts'
import { sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { GatheredBytes } from './read-bytes.ts'
import { statedSound, typeOfFormat } from './sound-type.ts'

/** The routes whose streamed sound comes in pieces of one file. The previews of a voice design are files of their own. */
const joined = /^audio\.(?:speech|music|sound-generation|voice-change|voice-isolation)$/

/** Whether the sound in the events of a route's stream belongs to one file. */
export const joinsSound = (endpoint: string): boolean => joined.test(endpoint)

/** The text in the place of a piece's base64: its bytes in the joined file, counted from 0, the last one included. */
const pieceMark = (from: number, size: number): string => `bytes:${from}-${from + size - 1}`

const mark = /^(?:data:[^,]{0,200},)?bytes:\d+-\d+$/

const isMark = (value: unknown) => typeof value === 'string' && mark.test(value)

export function holdsPiece(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return isMark(value)
  return depth < 8 && Object.values(value).some((one) => holdsPiece(one, depth + 1))
}

/** Sound that comes piece by piece in the events of a stream, joined to one file. */
export class SoundPieces {
  readonly #bytes = new GatheredBytes()
  readonly #asked: string | undefined
  #said: string | undefined
  #fresh: Uint8Array<ArrayBuffer>[] = []
  readonly #text = new PieceText()
  #count = 0
  readonly #keys = new Set<string>()

  /** `asked`: the type of the headerless samples that the request asked for. */
  constructor(asked: string | undefined) {
    this.#asked = asked
  }

  get size(): number {
    return this.#bytes.size
  }

  /** The media type so far; that of any bytes where nothing tells it. */
  typeFor(): string {
    return this.#bytes.typeFor(this.#stated())
  }

  get hasAny(): boolean {
    return this.#count > 0
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /**
   * Appends a piece in base64 or hex and gives the mark that replaces it in its event; undefined where it is neither. A piece that repeats
   * all before it adds nothing, after a single one only where it is said to be the last.
   */
  async add(
    text: string,
    { key, said, isLast }: { readonly key: string; readonly said: string | undefined; readonly isLast: boolean },
  ): Promise<string | undefined> {
    const mayRepeat = this.#count > 1 || (isLast && this.hasAny)
    if (mayRepeat && text.length >= this.size && (await this.#isAll(text))) return pieceMark(0, this.size)
    const bytes = await this.#text.add(text)
    if (!bytes) return undefined
    this.#said ??= typeOfFormat(said)
    this.#keys.add(key)
    const from = this.#bytes.size
    this.#count += 1
    this.#push(bytes)
    // Of a piece whose bytes are not certain yet the place is where they will begin.
    return pieceMark(from, Math.max(1, this.#bytes.size - from))
  }

  #push(piece: Uint8Array<ArrayBuffer>): void {
    if (piece.length === 0) return
    // Some routers make each piece a WAV file: the header of the first one serves for all.
    const isAgain = this.#bytes.size > 0 && sniffType(piece) === 'audio/wav'
    const bytes = isAgain ? piece.subarray(samplesAt(piece)) : piece
    this.#bytes.push(bytes)
    this.#fresh.push(bytes)
  }

  async #isAll(text: string): Promise<boolean> {
    const bytes = isHex(text) ? bytesOfHex(text) : await decodeBase64(text)
    if (!bytes || bytes.length !== this.size) return false
    const all = new Uint8Array(await this.blob().arrayBuffer())
    return all.every((byte, at) => byte === bytes[at])
  }

  /** Appends what is held of the last pieces. To be called once, at the end. */
  async end(): Promise<void> {
    this.#push(await this.#text.end())
  }

  takeFresh(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#fresh.splice(0)
  }

  blob(): Blob {
    return this.#bytes.blob()
  }

  /** All pieces as a file. To be called once, at the end. */
  file(): ReplyFile {
    return this.#bytes.file(this.#stated())
  }

  #stated(): string {
    return statedSound(this.#said ?? '', this.#asked)
  }
}

function samplesAt(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (view.getUint32(at) === 0x64617461) return at + 8
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1)
  }
  return bytes.length
}

/** How many pieces with letters left over, each of which could stand alone, make it certain that they do. */
const enough = 6

/** Letters that make up whole bytes, in hex and in base64. */
const groups = { hex: 2, base64: 4 } as const

/**
 * Decodes sound whose text comes in pieces: each a text of its own, or one text cut anywhere. Pieces that fit both are held until one
 * decides: leftover letters with spare bits that are not zero, or of a number that no text has, come from a cut.
 */
export class PieceText {
  #coding: keyof typeof groups | undefined
  #kind: 'alone' | 'cut' | undefined
  #held: string[] = []

  /** The bytes that are certain now; undefined for a text that is neither. */
  async add(text: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const clean = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
    this.#coding ??= isHex(clean) ? 'hex' : 'base64'
    if (this.#coding === 'hex') this.#kind = 'cut'
    const isPadded = this.#held.some((one) => one.endsWith('='))
    this.#held.push(clean)
    if (this.#kind === undefined) this.#kind = this.#held.some(isOfCut) ? 'cut' : isPadded ? 'alone' : undefined
    if (this.#kind === undefined && this.#held.filter(hasRest).length >= enough) this.#kind = 'alone'
    if (this.#kind === undefined && this.#held.some(hasRest)) return new Uint8Array()
    return this.#decoded()
  }

  async end(): Promise<Uint8Array<ArrayBuffer>> {
    // Who pads the last piece would have padded the others.
    const isCut = this.#held.slice(0, -1).some(hasRest) && this.#held.at(-1)?.endsWith('=')
    this.#kind ??= isCut ? 'cut' : 'alone'
    const bytes = await this.#decoded()
    const rest = this.#held.splice(0).join('')
    const last = rest === '' || this.#coding === 'hex' || rest.length % 4 === 1 ? undefined : bytesOfBase64(rest)
    return last ? joinedBytes([bytes ?? new Uint8Array(), last]) : (bytes ?? new Uint8Array())
  }

  async #decoded(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const texts = this.#held.splice(0)
    if (this.#kind !== 'cut') {
      const parts = await Promise.all(texts.map((text) => decodeBase64(text)))
      return joinedBytes(parts.filter((part) => part !== undefined))
    }
    const all = texts.join('')
    const whole = all.length - (all.length % groups[this.#coding ?? 'base64'])
    if (whole < all.length) this.#held.push(all.slice(whole))
    return this.#coding === 'hex' ? bytesOfHex(all.slice(0, whole)) : decodeBase64(all.slice(0, whole))
  }
}

const hasRest = (text: string) => text.length % 4 !== 0

function isOfCut(text: string): boolean {
  const rest = text.length % 4
  if (rest === 0) return false
  if (rest === 1 || text.endsWith('=')) return true
  const last = alphabet.indexOf(text.at(-1) ?? '')
  return last % (rest === 2 ? 16 : 4) !== 0
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
