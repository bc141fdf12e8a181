const lineFeed = 10
const carriageReturn = 13
const small = 128

/**
 * Bytes in, text out, as UTF-8 whatever the cuts. Small chunks wait until one of them ends a line: before that they can tell
 * nothing, and asking the decoder costs more than the few bytes that it would read. Large ones are passed on at once, for to look
 * for line ends in bytes is slower than in text.
 */
export class LineDecoder {
  readonly #decoder = new TextDecoder()
  readonly #waiting = new Uint8Array(8 * small)
  #size = 0

  push(bytes: Uint8Array): string {
    const ready = bytes.length > small || endsLine(bytes)
    if (ready && this.#size === 0) return this.#decode(bytes)
    if (this.#size + bytes.length > this.#waiting.length) return this.#flush() + this.#decode(bytes)
    this.#waiting.set(bytes, this.#size)
    this.#size += bytes.length
    return ready ? this.#flush() : ''
  }

  /** What is left when no more bytes come. */
  end(): string {
    return this.#flush() + this.#decoder.decode()
  }

  #flush(): string {
    const bytes = this.#waiting.subarray(0, this.#size)
    this.#size = 0
    return this.#decode(bytes)
  }

  #decode(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true })
  }
}

function endsLine(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === lineFeed || bytes[at] === carriageReturn) return true
  return false
}
