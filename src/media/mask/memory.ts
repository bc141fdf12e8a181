/** One buffer seen as bytes and as 32-bit words. The last word may extend past the last byte. */
export interface Memory {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly words: Int32Array<ArrayBuffer>
}

export function newMemory(length: number): Memory {
  const buffer = new ArrayBuffer((length + 3) & ~3)
  return { bytes: new Uint8Array(buffer, 0, length), words: new Int32Array(buffer) }
}

/** The bytes as 32-bit words, without an incomplete last one; a copy where they are not aligned. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset } = bytes.byteOffset & 3 ? bytes.slice() : bytes
  return new Int32Array(buffer, byteOffset, bytes.length >> 2)
}
