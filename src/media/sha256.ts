/** The leading 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4). */
function roundConstants(): Int32Array {
  const constants = new Int32Array(64)
  let count = 0
  for (let n = 2; count < 64; n += 1) {
    let isPrime = true
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) isPrime = false
    if (!isPrime) continue
    constants[count] = ((Math.cbrt(n) % 1) * 2 ** 32) | 0
    count += 1
  }
  return constants
}

const constants = roundConstants()

/**
 * SHA-256 of bytes that come in pieces: the browser's own digest wants them all at once, and is missing on pages from a plain
 * http address.
 */
export class Sha256 {
  readonly #state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  readonly #block = new Uint8Array(64)
  readonly #words = new Int32Array(64)
  #filled = 0
  #length = 0

  push(bytes: Uint8Array): this {
    this.#length += bytes.length
    let from = 0
    if (this.#filled > 0) {
      from = Math.min(64 - this.#filled, bytes.length)
      this.#block.set(bytes.subarray(0, from), this.#filled)
      this.#filled += from
      if (this.#filled < 64) return this
      this.#mix(this.#block, 0)
      this.#filled = 0
    }
    for (; from + 64 <= bytes.length; from += 64) this.#mix(bytes, from)
    this.#block.set(bytes.subarray(from))
    this.#filled = bytes.length - from
    return this
  }

  /** The hash in hex. Nothing may be pushed after this. */
  hex(): string {
    const bits = this.#length * 8
    const end = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled)
    end[0] = 0x80
    const view = new DataView(end.buffer)
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(end.length - 4, bits >>> 0)
    this.push(end)
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #mix(bytes: Uint8Array, from: number): void {
    const w = this.#words
    for (let i = 0; i < 16; i += 1) w[i] = bigEndian(bytes, from + 4 * i)
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] ?? 0
      const y = w[i - 2] ?? 0
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1
    }
    rounds(this.#state, w)
  }
}

const at = (list: Int32Array, place: number) => list[place] ?? 0

function rounds(state: Int32Array, w: Int32Array): void {
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(w, i)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = at(state, 0) + a
  state[1] = at(state, 1) + b
  state[2] = at(state, 2) + c
  state[3] = at(state, 3) + d
  state[4] = at(state, 4) + e
  state[5] = at(state, 5) + f
  state[6] = at(state, 6) + g
  state[7] = at(state, 7) + h
}

function bigEndian(bytes: Uint8Array, place: number): number {
  return (
    ((bytes[place] ?? 0) << 24) |
    ((bytes[place + 1] ?? 0) << 16) |
    ((bytes[place + 2] ?? 0) << 8) |
    (bytes[place + 3] ?? 0)
  )
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

/** The hash of a few bytes at once, in hex. */
export const sha256Hex = (bytes: Uint8Array): string => new Sha256().push(bytes).hex()
