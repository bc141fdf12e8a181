/** The same bytes twice: one by one, and four at a step. The last word may reach behind the last byte. */
export interface Memory {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly words: Int32Array<ArrayBuffer>
}

export function newMemory(length: number): Memory {
  const buffer = new ArrayBuffer((length + 3) & ~3)
  return { bytes: new Uint8Array(buffer, 0, length), words: new Int32Array(buffer) }
}

/** The bytes four at a step, as far as there are four; copied where they do not begin at a word. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset } = bytes.byteOffset & 3 ? bytes.slice() : bytes
  return new Int32Array(buffer, byteOffset, bytes.length >> 2)
}
