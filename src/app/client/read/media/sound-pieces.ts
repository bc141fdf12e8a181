import { sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { statedSound, typeOfFormat } from './sound-type.ts'

/** The routes whose streamed sound comes in pieces of one file. The previews of a voice design are files of their own. */
const joined = /^audio\.(?:speech|music|sound-generation|voice-change|voice-isolation)$/

/** Whether the sound in the events of a route's stream belongs to one file. */
export const joinsSound = (endpoint: string): boolean => joined.test(endpoint)

/** The text in the place of a piece's base64: its bytes in the joined file, counted from 0, the last one included. */
const pieceMark = (from: number, size: number): string => `bytes:${from}-${from + size - 1}`

const mark = /^(?:data:[^,]{0,200},)?bytes:\d+-\d+$/

const isMark = (value: unknown) => typeof value === 'string' && mark.test(value)

/** Whether an event has the mark of a piece of sound. */
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

  /** `asked`: the type of the headerless samples that the request asked for. */
  constructor(asked: string | undefined) {
    this.#asked = asked
  }

  /** In bytes. */
  get size(): number {
    return this.#bytes.size
  }

  /** The media type so far; that of any bytes where nothing tells it. */
  get type(): string {
    return this.#bytes.typeFor(this.#stated())
  }

  /** Appends a piece, `said` to be of this type, and gives the text that replaces it in its event. */
  add(piece: Uint8Array<ArrayBuffer>, said: string | undefined): string {
    this.#said ??= typeOfFormat(said)
    const from = this.#bytes.size
    // Some routers make each piece a WAV file: the header of the first one serves for all.
    const isAgain = from > 0 && sniffType(piece) === 'audio/wav'
    const bytes = isAgain ? piece.subarray(samplesAt(piece)) : piece
    this.#bytes.push(bytes)
    this.#fresh.push(bytes)
    return pieceMark(from, bytes.length)
  }

  /** The pieces since the last call. */
  takeFresh(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#fresh.splice(0)
  }

  /** All pieces so far, as bytes. */
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

/** Where the samples of a WAV file begin; its length where it has none. */
function samplesAt(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (view.getUint32(at) === 0x64617461) return at + 8
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1)
  }
  return bytes.length
}
