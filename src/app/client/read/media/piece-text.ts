import { bytesOfBase64, decodeBase64 } from '#media/base64.ts'
import { bytesOfHex, isHex } from '#media/hex.ts'
import { joinedBytes } from '#media/png.ts'

/** How many pieces with letters left over, each of which could stand alone, make it certain that they do. */
const enough = 6

/** Letters that make up whole bytes, in hex and in base64. */
const groups = { hex: 2, base64: 4 } as const

/**
 * Decodes a sound whose text comes in pieces, in hex or base64. In most streams each piece is a text of its own; in others one text is cut
 * anywhere. Pieces that fit both are held until one shows which it is: letters left over whose spare bits are not zero, or a number of
 * letters that no text has, are those of a cut.
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

  /** What is held at the end. */
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

/** Whether a text cannot stand alone. */
function isOfCut(text: string): boolean {
  const rest = text.length % 4
  if (rest === 0) return false
  if (rest === 1 || text.endsWith('=')) return true
  const last = alphabet.indexOf(text.at(-1) ?? '')
  return last % (rest === 2 ? 16 : 4) !== 0
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
