/** Everything that decides where a JSON value ends. */
const structural = /["\\{}[\]]/g

/**
 * Follows a JSON text that comes in pieces, reading each character once, so that the end of an object or list is known without parsing all of
 * it again with every piece. It does not validate: brackets are counted outside strings.
 */
export class JsonScan {
  #depth = 0
  #inString = false
  /** The text so far ended between a backslash and the character that it escapes. */
  #isEscaped = false
  #isWhole = false

  /** Whether an object or list has begun and all of its brackets are closed. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Whether an object or list has begun and has not ended. */
  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Takes more text. Returns the index just behind the bracket that ends the value, -1 where it does not end in this text. */
  push(text: string): number {
    let from = this.#isEscaped ? 1 : 0
    if (text !== '') this.#isEscaped = false
    for (;;) {
      structural.lastIndex = from
      const at = structural.exec(text)?.index
      if (at === undefined) return -1
      from = at + 1
      const sign = text[at]
      if (this.#inString) {
        if (sign === '"') this.#inString = false
        else if (sign === '\\') {
          from += 1
          this.#isEscaped = from > text.length
        }
      } else if (sign === '"') this.#inString = true
      else if (sign === '{' || sign === '[') this.#depth += 1
      else if (sign !== '\\' && this.#depth > 0) {
        this.#depth -= 1
        if (this.#depth === 0) {
          this.#isWhole = true
          return from
        }
      }
    }
  }
}
