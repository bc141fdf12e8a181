import { closingQuote, endOfString, type JsonIndex, nodeKinds, none } from './json-index.ts'

/** What is expected next. `first…`: the container may also close, since it is still empty. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'nothing'

const scalar = /[^\s{}[\],:"]+/y
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const columns = ['at', 'end', 'keyAt', 'parent', 'depth', 'place', 'after', 'size'] as const
/** Where reading stands. */
interface Standing {
  readonly pos: number
  readonly count: number
  readonly expected: Expected
  readonly keyAt: number
  readonly problem: number
}

type Columns = Record<(typeof columns)[number], Int32Array<ArrayBuffer>>

/**
 * Reads a JSON text into its index, in steps. It never fails and never recurses: what does not fit is noted as the `problem`, and
 * reading goes on. What stands inside a string is not judged.
 */
export class JsonIndexer {
  #text: string
  #kind: Uint8Array<ArrayBuffer>
  readonly #columns: Columns
  #count = 0
  #pos = 0
  /** The open containers, by their numbers. */
  readonly #open: number[] = []
  #expected: Expected = 'value'
  #keyAt: number = none
  #problem: number = none
  /** How it stood before a value was shown that is still arriving. */
  #settled: Standing | undefined
  #grows = false
  /** Up to here no quote ends the string that is arriving. */
  #searched = 0

  constructor(text: string) {
    this.#text = text
    // Room for values of some thirty characters: to make room later costs a copy.
    const room = Math.max(64, text.length >> 5)
    const column = () => new Int32Array(room)
    this.#kind = new Uint8Array(room)
    this.#columns = {
      at: column(),
      end: column(),
      keyAt: column(),
      parent: column(),
      depth: column(),
      place: column(),
      after: column(),
      size: column(),
    }
  }

  /** How much of the text is read, from 0 to 1. */
  get progress(): number {
    return this.#text.length === 0 ? 1 : this.#pos / this.#text.length
  }

  /** Reads so many tokens more; whether the text is at its end. */
  step(tokens: number): boolean {
    const text = this.#text
    for (let left = tokens; left > 0 && this.#pos < text.length; left -= 1) this.#token(text.charCodeAt(this.#pos))
    return this.#pos >= text.length
  }

  /**
   * Reads on in a text that has grown: what was read is not looked at again. A value that reaches to the end may go on, and is left
   * until more has come.
   */
  grow(text: string): void {
    this.#takeBack()
    this.#grows = true
    this.#text = text
    while (this.#pos < text.length && !this.#mayGoOn()) this.#token(text.charCodeAt(this.#pos))
  }

  /** The index so far, with the value that is arriving. It holds until the text grows. */
  soFar(): JsonIndex {
    this.#takeBack()
    const problem = this.#problem
    if (this.#pos < this.#text.length) {
      this.#settled = { pos: this.#pos, count: this.#count, expected: this.#expected, keyAt: this.#keyAt, problem }
      this.#token(this.#text.charCodeAt(this.#pos))
    }
    for (const node of this.#open) {
      this.#columns.end[node] = this.#text.length
      this.#columns.after[node] = this.#count
    }
    return { text: this.#text, count: this.#count, kind: this.#kind, ...this.#columns, problem, grows: this }
  }

  #takeBack(): void {
    const before = this.#settled
    if (before === undefined) return
    this.#settled = undefined
    const parent = this.#open.at(-1) ?? none
    const { size } = this.#columns
    if (this.#count > before.count && parent !== none) size[parent] = (size[parent] ?? 0) - 1
    this.#pos = before.pos
    this.#count = before.count
    this.#expected = before.expected
    this.#keyAt = before.keyAt
    this.#problem = before.problem
  }

  #mayGoOn(): boolean {
    const text = this.#text
    const start = this.#pos
    if (text.charCodeAt(start) === 34) {
      const quote = closingQuote(text, Math.max(start + 1, this.#searched))
      this.#searched = quote < 0 ? text.length : 0
      return quote < 0
    }
    scalar.lastIndex = start
    return scalar.test(text) && scalar.lastIndex === text.length
  }

  /** The index of what was read. What is still open ends with the text. */
  done(): JsonIndex {
    this.#takeBack()
    if (this.#grows) this.step(Number.POSITIVE_INFINITY)
    if (this.#expected !== 'nothing') this.#note(this.#text.length)
    while (this.#open.length > 0) this.#close(this.#text.length)
    const index = { text: this.#text, count: this.#count, kind: this.#kind, ...this.#columns, problem: this.#problem }
    return this.#grows ? { ...index, grows: this } : index
  }

  #token(code: number): void {
    const start = this.#pos
    this.#pos += 1
    if (code === 34) this.#string(start)
    else if (code === 123) this.#begin(nodeKinds.object, start, 'first-key')
    else if (code === 91) this.#begin(nodeKinds.array, start, 'first-value')
    else if (code === 125) this.#bracket(nodeKinds.object, start)
    else if (code === 93) this.#bracket(nodeKinds.array, start)
    else if (code === 58) this.#mark('colon', 'value', start)
    else if (code === 44) this.#mark('comma', this.#inside() === nodeKinds.object ? 'key' : 'value', start)
    else if (code !== 32 && code !== 10 && code !== 13 && code !== 9) this.#scalar(start)
  }

  #inside(): number | undefined {
    const top = this.#open.at(-1)
    return top === undefined ? undefined : this.#kind[top]
  }

  #mark(mark: 'colon' | 'comma', next: Expected, at: number): void {
    if (this.#expected !== mark || this.#open.length === 0) this.#note(at)
    if (this.#open.length > 0) this.#expected = next
  }

  #string(start: number): void {
    const end = endOfString(this.#text, start)
    this.#pos = end
    if (end === this.#text.length && (end === start + 1 || this.#text.charCodeAt(end - 1) !== 34)) this.#note(end)
    if (this.#expected === 'key' || this.#expected === 'first-key') {
      this.#keyAt = start
      this.#expected = 'colon'
    } else this.#leaf(nodeKinds.string, start, end)
  }

  #scalar(start: number): void {
    scalar.lastIndex = start
    const word = scalar.exec(this.#text)?.[0] ?? this.#text.charAt(start)
    this.#pos = start + word.length
    const isWord = word === 'true' || word === 'false' || word === 'null'
    if (!isWord && !number.test(word)) this.#note(start)
    this.#leaf(isWord || !/^[-\d]/.test(word) ? nodeKinds.word : nodeKinds.number, start, this.#pos)
  }

  #leaf(kind: number, start: number, end: number): void {
    const node = this.#add(kind, start)
    this.#columns.end[node] = end
    this.#columns.after[node] = node + 1
    this.#valueEnded()
  }

  #begin(kind: number, start: number, next: Expected): void {
    this.#open.push(this.#add(kind, start))
    this.#expected = next
  }

  #bracket(kind: number, at: number): void {
    const fits = this.#inside() === kind && !['value', 'key', 'colon'].includes(this.#expected)
    if (!fits) this.#note(at)
    // A bracket of the other kind closes nothing: what follows still stands in the one that is open.
    if (this.#inside() !== kind) return
    this.#close(at + 1)
    this.#valueEnded()
  }

  #close(end: number): void {
    const node = this.#open.pop()
    if (node === undefined) return
    this.#columns.end[node] = end
    this.#columns.after[node] = this.#count
  }

  #valueEnded(): void {
    this.#expected = this.#open.length > 0 ? 'comma' : 'nothing'
  }

  #add(kind: number, at: number): number {
    if (this.#expected !== 'value' && this.#expected !== 'first-value') this.#note(at)
    if (this.#count === this.#kind.length) this.#grow()
    const node = this.#count
    this.#count += 1
    const parent = this.#open.at(-1) ?? none
    const { size, place } = this.#columns
    this.#kind[node] = kind
    this.#columns.at[node] = at
    this.#columns.keyAt[node] = this.#keyAt
    this.#columns.parent[node] = parent
    this.#columns.depth[node] = this.#open.length
    if (parent !== none) {
      const before = size[parent] ?? 0
      place[node] = before
      size[parent] = before + 1
    }
    this.#keyAt = none
    return node
  }

  #grow(): void {
    const kind = new Uint8Array(this.#kind.length * 2)
    kind.set(this.#kind)
    this.#kind = kind
    for (const name of columns) {
      const column = new Int32Array(this.#columns[name].length * 2)
      column.set(this.#columns[name])
      this.#columns[name] = column
    }
  }

  #note(at: number): void {
    if (this.#problem === none) this.#problem = at
  }
}

/** The index of a text that is small enough to be read at one go. */
export function indexJson(text: string): JsonIndex {
  const indexer = new JsonIndexer(text)
  indexer.step(Number.POSITIVE_INFINITY)
  return indexer.done()
}
