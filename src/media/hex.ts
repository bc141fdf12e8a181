import { sniffLength, sniffType } from './sniff-type.ts'

/** Shorter texts of such letters may be anything. */
const shortest = 32

/**
 * Whether a text is bytes in hex, not base64: base64 of this length without any other letter is next to impossible, but for zeros, which are
 * all `A` there. So capitals need a known signature besides.
 */
export function isHex(text: string): boolean {
  if (text.length < shortest) return false
  if (/^[\da-f]*$/.test(text)) return /\d/.test(text)
  return /^[\dA-F]*$/.test(text) && sniffType(bytesOfHex(text.slice(0, sniffLength * 2))) !== undefined
}

export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length >> 1)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

/** This many random bytes in hex. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
