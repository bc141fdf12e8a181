/** FNV-1a in 64 bits and the length. A collision costs one needless question, so no more is needed. */
export function weakHash(bytes: Uint8Array): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (const byte of bytes) {
    low ^= byte
    const product = (low >>> 0) * 0x1b3
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 0x100000000)) >>> 0
    low = product >>> 0
  }
  return `${hex32(high)}${hex32(low)}-${bytes.length}`
}

function hex32(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
