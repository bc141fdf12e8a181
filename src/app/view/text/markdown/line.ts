/** A cursor over one line in columns. A tab extends to the next multiple of four and may be consumed in part. */
export class Line {
  readonly text: string
  #at = 0
  #column = 0
  #isInTab = false
  /** Index of the next non-space character; negative if not computed. `#indent` is its distance in columns. */
  #next = -1
  #indent = 0
  /** Index from which the line holds only one rule character and white space. Negative if not computed. */
  #ruleFrom = -1

  constructor(text: string) {
    this.text = text
  }

  /** Columns of white space before the next character. */
  get indent(): number {
    this.#look()
    return this.#indent
  }

  get isBlank(): boolean {
    this.#look()
    return this.#next >= this.text.length
  }

  get words(): string {
    this.#look()
    return this.text.slice(this.#next)
  }

  /** Whether the rest of the line is a rule. The scan is cached, since each container that the line opens repeats the test. */
  get isRule(): boolean {
    if (this.#ruleFrom < 0) this.#ruleFrom = ruleFrom(this.text)
    this.#look()
    return this.#next >= this.#ruleFrom && /^(\S)[ \t]*\1[ \t]*\1/.test(this.words)
  }

  /** The rest of the line with its white space; a partly consumed tab becomes spaces. */
  get rest(): string {
    if (!this.#isInTab) return this.text.slice(this.#at)
    return ' '.repeat(4 - (this.#column % 4)) + this.text.slice(this.#at + 1)
  }

  skip(columns: number): void {
    this.#next = -1
    let left = columns
    while (left > 0 && this.#at < this.text.length) {
      const width = this.text[this.#at] === '\t' ? 4 - (this.#column % 4) : 1
      this.#isInTab = width > left
      this.#column += Math.min(width, left)
      left -= width
      if (!this.#isInTab) this.#at++
    }
  }

  /** Skips white space and `length` characters after it. */
  skipWords(length: number): void {
    this.skip(this.indent + length)
  }

  #look(): void {
    if (this.#next >= 0) return
    let at = this.#at
    let column = this.#column
    for (; this.text[at] === ' ' || this.text[at] === '\t'; at++)
      column += this.text[at] === '\t' ? 4 - (column % 4) : 1
    this.#next = at
    this.#indent = column - this.#column
  }
}

function ruleFrom(text: string): number {
  let mark = ''
  let from = text.length
  for (; from > 0; from--) {
    const sign = text[from - 1] ?? ''
    if (sign === ' ' || sign === '\t' || sign === mark) continue
    if (mark || !'*-_'.includes(sign)) break
    mark = sign
  }
  return from
}
