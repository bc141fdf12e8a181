export const nodeKinds = { object: 0, array: 1, string: 2, number: 3, word: 4 } as const

/** The first place that breaks the grammar, in UTF-16 units, and what is wrong there. */
export interface GrammarFault {
  readonly at: number
  readonly message: string
}

/** What is expected next. `first…`: the container may also close, since it is still empty. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'nothing'

const scalar = /[^\s{}[\],:"]+/y
const validScalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * The grammar of JSON as a state machine with a stack, so that no nesting overflows it; reading goes on behind a fault. A subclass
 * overrides four methods to get what is found. Strings are checked inside only where `judged`.
 */
export class JsonReader {
  protected text: string
  protected pos = 0
  protected expected: Expected = 'value'
  protected fault: GrammarFault | undefined
  readonly #strings: 'judged' | 'taken'
  readonly #open: number[] = []

  constructor(text: string, strings: 'judged' | 'taken' = 'taken') {
    this.text = text
    this.#strings = strings
  }

  /** The first fault of a text, with its strings; undefined for JSON. */
  static faultIn(text: string): GrammarFault | undefined {
    const reader = new JsonReader(text, 'judged')
    while (reader.fault === undefined && !reader.step(1000)) {
      // The next thousand tokens.
    }
    reader.finish()
    return reader.fault
  }

  /** Reads so many tokens more; whether the text is at its end. */
  step(tokens: number): boolean {
    for (let left = tokens; left > 0 && this.pos < this.text.length; left -= 1) this.token()
    return this.pos >= this.text.length
  }

  protected key(_start: number): void {}
  protected leaf(_kind: number, _start: number, _end: number): void {}
  protected begin(_kind: number, _start: number): void {}
  protected close(_end: number): void {}

  /** Ends the reading: what is still open ends with the text. */
  protected finish(): void {
    const { length } = this.text
    if (this.expected !== 'nothing') this.#note(length)
    while (this.#open.pop() !== undefined) this.close(length)
  }

  protected token(): void {
    const start = this.pos
    this.pos += 1
    const code = this.text.charCodeAt(start)
    if (code === 34) this.#string(start)
    else if (code === 123) this.#begin(nodeKinds.object, start, 'first-key')
    else if (code === 91) this.#begin(nodeKinds.array, start, 'first-value')
    else if (code === 125) this.#bracket(nodeKinds.object, start)
    else if (code === 93) this.#bracket(nodeKinds.array, start)
    else if (code === 58) this.#mark('colon', 'value', start)
    else if (code === 44) this.#mark('comma', this.#open.at(-1) === nodeKinds.object ? 'key' : 'value', start)
    else if (code !== 32 && code !== 10 && code !== 13 && code !== 9) this.#scalar(start)
  }

  /** Whether the value at `pos` reaches the end of the text and may be incomplete. `from`: no quote before this place ends a string. */
  protected reachesEnd(from: number): boolean {
    const { text, pos } = this
    if (text.charCodeAt(pos) === 34) return closingQuote(text, Math.max(pos + 1, from)) < 0
    scalar.lastIndex = pos
    return scalar.test(text) && scalar.lastIndex === text.length
  }

  #mark(mark: 'colon' | 'comma', next: Expected, at: number): void {
    if (this.expected !== mark || this.#open.length === 0) this.#note(at)
    if (this.#open.length > 0) this.expected = next
  }

  #string(start: number): void {
    const end = endOfString(this.text, start)
    this.pos = end
    if (this.expected === 'key' || this.expected === 'first-key') {
      this.key(start)
      this.expected = 'colon'
    } else this.#leaf(nodeKinds.string, start, end)
    if (this.#strings === 'judged') this.fault ??= faultInString(this.text, start)
    else if (end === this.text.length && (end === start + 1 || this.text.charCodeAt(end - 1) !== 34)) this.#note(end)
  }

  #scalar(start: number): void {
    const end = after(scalar, this.text, start)
    this.pos = Math.max(end, start + 1)
    const valid = after(validScalar, this.text, start)
    if (valid === start) this.#note(start)
    const code = this.text.charCodeAt(start)
    const isNumber = code === 45 || (code >= 48 && code <= 57)
    this.#leaf(isNumber ? nodeKinds.number : nodeKinds.word, start, this.pos)
    if (valid < end) this.#note(valid)
  }

  #leaf(kind: number, start: number, end: number): void {
    this.#valueBegins(start)
    this.leaf(kind, start, end)
    this.#valueEnded()
  }

  #begin(kind: number, start: number, next: Expected): void {
    this.#valueBegins(start)
    this.begin(kind, start)
    this.#open.push(kind)
    this.expected = next
  }

  #bracket(kind: number, at: number): void {
    const isOwn = this.#open.at(-1) === kind
    if (!isOwn || this.expected === 'value' || this.expected === 'key' || this.expected === 'colon') this.#note(at)
    // A bracket of the other kind closes nothing: what follows still belongs to the container that is open.
    if (!isOwn) return
    this.#open.pop()
    this.close(at + 1)
    this.#valueEnded()
  }

  #valueBegins(at: number): void {
    if (this.expected !== 'value' && this.expected !== 'first-value') this.#note(at)
  }

  #valueEnded(): void {
    this.expected = this.#open.length > 0 ? 'comma' : 'nothing'
  }

  #note(at: number): void {
    this.fault ??= { at, message: this.#messageFor(this.text.charAt(at)) }
  }

  #messageFor(char: string): string {
    const kind = this.#open.at(-1)
    const closer = kind === undefined ? undefined : kind === nodeKinds.object ? '}' : ']'
    if (char === '') return `Missing ${closer ?? 'value'}`
    switch (this.expected) {
      case 'nothing':
        return 'Unexpected text after the end'
      case 'comma':
        return `Expected a comma or ${closer}`
      case 'colon':
        return 'Expected a colon'
      case 'key':
      case 'first-key':
        return char === closer ? 'Extra comma' : 'Expected a property name in double quotes'
      case 'value':
      case 'first-value':
        return char === ']' && char === closer ? 'Extra comma' : 'Expected a value'
    }
  }
}

/** The end of a string that begins with the quote at `start`; that of the text where it is not closed. */
export function endOfString(text: string, start: number): number {
  const quote = closingQuote(text, start + 1)
  return quote < 0 ? text.length : quote + 1
}

/** The first quote from `from` on that no backslash escapes; -1 where there is none. */
function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text.charCodeAt(before) === 92) before -= 1
    if ((quote - before) % 2 === 1) return quote
  }
  return -1
}

const validEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function faultInString(text: string, start: number): GrammarFault | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') return undefined
    if (char < ' ') return { at, message: 'Line breaks and control characters are not allowed in strings' }
    if (char === '\\') {
      const end = after(validEscape, text, at)
      if (end === at) return { at, message: 'Invalid escape' }
      at = end - 1
    }
  }
  return { at: start, message: 'Missing closing quote' }
}

/** The end of a match that begins at `at`; `at` where there is none. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
