import { Sha256 } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import { typeOfBytes } from './sound-type.ts'

/** Pieces are merged into a Blob, which the browser may keep on disk, whenever they hold so many bytes. */
const fold = 4 * 2 ** 20

/** A file that arrives in pieces: hashed as they come, and held in Blobs, so that a file of 2 GB needs little memory and is read once. */
export class GatheredBytes {
  #hash = new Sha256()
  #start = new Uint8Array()
  #kept: Blob[] = []
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #held = 0
  #size = 0

  /** In bytes. */
  get size(): number {
    return this.#size
  }

  /** The media type by the first bytes, as far as they came. */
  get type(): string | undefined {
    return sniffType(this.#start)
  }

  /** Copies the bytes: a stream may use their buffer again. */
  push(bytes: Uint8Array): void {
    if (this.#size < sniffLength) this.#start = Uint8Array.from([...this.#start, ...bytes.subarray(0, sniffLength)])
    this.#hash.push(bytes)
    this.#pieces.push(new Uint8Array(bytes))
    this.#held += bytes.length
    this.#size += bytes.length
    if (this.#held > fold) this.#fold()
  }

  /** Drops all bytes. */
  clear(): void {
    this.#hash = new Sha256()
    this.#start = new Uint8Array()
    this.#kept = []
    this.#pieces = []
    this.#held = 0
    this.#size = 0
  }

  /** The bytes so far. */
  blob(): Blob {
    this.#fold()
    return new Blob(this.#kept)
  }

  /** The media type by the bytes so far, else the stated one (`typeOfBytes`). */
  typeFor(saidType: string): string {
    return typeOfBytes(this.#start, saidType)
  }

  /** The bytes as a file, with the type by their signature, else the stated one. To be called once, at the end. */
  file(saidType: string): ReplyFile {
    const type = this.typeFor(saidType)
    return { sha256: this.#hash.hex(), type, blob: this.blob().slice(0, this.#size, type) }
  }

  #fold(): void {
    this.#kept.push(new Blob(this.#pieces))
    this.#pieces = []
    this.#held = 0
  }
}
