import { endOfString, type GrammarFault, JsonReader, nodeKinds } from '../json-reader.ts'

/** `-1` where there is none: a key, a parent, a problem. */
export const none = -1

/** Every value of a JSON text by its place, in order. Nothing is converted: duplicate keys and all digits are shown. */
export interface JsonIndex {
  readonly text: string
  readonly count: number
  readonly kind: Uint8Array
  /** Where the value begins, and the place behind its end. */
  readonly at: Int32Array
  readonly end: Int32Array
  readonly keyAt: Int32Array
  readonly parent: Int32Array
  readonly depth: Int32Array
  /** Its place among the children of its parent. */
  readonly place: Int32Array
  readonly after: Int32Array
  readonly size: Int32Array
  /** The first place that does not follow the rules of JSON; reading went on behind it as well as it could. */
  readonly problem: number
  /** Of a text that grows: the same for all its indexes, whose nodes keep their numbers, so that the newest alone is to be used. */
  readonly grows?: object
}

export function isContainer(index: JsonIndex, node: number): boolean {
  return (index.kind[node] ?? nodeKinds.word) <= nodeKinds.array
}

/** The value of a written string; with invalid escapes, the text between its quotes. */
export function meantBy(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : written
  } catch {
    return written.slice(1, written.endsWith('"') ? -1 : undefined)
  }
}

/** The key of a node as it is written, in its quotes; undefined in an array and at the top. */
export function keyOf({ text, keyAt }: JsonIndex, node: number): string | undefined {
  const start = keyAt[node] ?? none
  return start === none ? undefined : text.slice(start, endOfString(text, start))
}

/** A path is cut after so many steps: ten thousand would fill a page. */
const longest = 200

/** The path of a node as most languages write it: `output[0].content["a b"]`. The root is `$`. */
export function pathOfNode(index: JsonIndex, node: number): string {
  const steps: string[] = []
  for (let at = node; at !== none && (index.parent[at] ?? none) !== none; at = index.parent[at] ?? none) {
    if (steps.length === longest) {
      steps.push('…')
      break
    }
    const key = keyOf(index, at)
    steps.push(key === undefined ? `[${index.place[at]}]` : stepOf(key))
  }
  const path = steps.reverse().join('')
  return path === '' ? '$' : path.replace(/^\./, '')
}

function stepOf(written: string): string {
  const key = meantBy(written)
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${written}]`
}

const columns = ['at', 'end', 'keyAt', 'parent', 'depth', 'place', 'after', 'size'] as const

type Columns = Record<(typeof columns)[number], Int32Array<ArrayBuffer>>

/** Indexes a JSON text in steps, or as it grows. Never fails or recurses: what does not fit is the `problem`, and reading goes on. */
export class JsonIndexer extends JsonReader {
  #kind: Uint8Array<ArrayBuffer>
  readonly #columns: Columns
  #count = 0
  readonly #parents: number[] = []
  #keyAt: number = none
  /** Restores the state before a value was indexed that is still arriving. */
  #takeBack: (() => void) | undefined
  #grows = false
  /** The length of the text in which no end of the string was found that is arriving; 0 where none is. */
  #searched = 0

  constructor(text: string) {
    super(text)
    // Room for values of some thirty characters: to make room later costs a copy.
    const room = Math.max(64, text.length >> 5)
    this.#kind = new Uint8Array(room)
    const column = () => new Int32Array(room)
    this.#columns = {
      ...{ at: column(), end: column(), keyAt: column(), parent: column() },
      ...{ depth: column(), place: column(), after: column(), size: column() },
    }
  }

  /** How much of the text is read, from 0 to 1. */
  get progress(): number {
    return this.text.length === 0 ? 1 : this.pos / this.text.length
  }

  /** Reads on in a text that has grown, from where it stopped. A value that reaches to the end is left until more has come. */
  grow(text: string): void {
    this.#settle()
    this.#grows = true
    this.text = text
    while (this.pos < text.length && !this.#mayGoOn()) this.token()
  }

  /** The index so far, with the value that is arriving. It is valid until the text grows. */
  soFar(): JsonIndex {
    this.#settle()
    const { pos, expected, fault } = this
    const [count, keyAt, parent] = [this.#count, this.#keyAt, this.#parents.at(-1)]
    const children = parent === undefined ? 0 : this.#columns.size[parent]
    if (pos < this.text.length) {
      this.token()
      this.#takeBack = () => {
        Object.assign(this, { pos, expected, fault })
        this.#count = count
        this.#keyAt = keyAt
        if (parent !== undefined) this.#columns.size[parent] = children ?? 0
      }
    }
    for (const node of this.#parents) {
      this.#columns.end[node] = this.text.length
      this.#columns.after[node] = this.#count
    }
    return this.#index(fault)
  }

  /** The index of what was read. What is still open ends with the text. */
  done(): JsonIndex {
    this.#settle()
    if (this.#grows) this.step(Number.POSITIVE_INFINITY)
    this.finish()
    return this.#index(this.fault)
  }

  #index(fault: GrammarFault | undefined): JsonIndex {
    const read = { text: this.text, count: this.#count, kind: this.#kind, problem: fault?.at ?? none }
    return { ...read, ...this.#columns, ...(this.#grows && { grows: this }) }
  }

  #settle(): void {
    this.#takeBack?.()
    this.#takeBack = undefined
  }

  #mayGoOn(): boolean {
    const isArriving = this.reachesEnd(this.#searched)
    this.#searched = isArriving ? this.text.length : 0
    return isArriving
  }

  protected override key(start: number): void {
    this.#keyAt = start
  }

  protected override leaf(kind: number, start: number, end: number): void {
    const node = this.#add(kind, start)
    this.#columns.end[node] = end
    this.#columns.after[node] = node + 1
  }

  protected override begin(kind: number, start: number): void {
    this.#parents.push(this.#add(kind, start))
  }

  protected override close(end: number): void {
    const node = this.#parents.pop()
    if (node === undefined) return
    this.#columns.end[node] = end
    this.#columns.after[node] = this.#count
  }

  #add(kind: number, at: number): number {
    if (this.#count === this.#kind.length) this.#makeRoom()
    const node = this.#count
    this.#count += 1
    const parent = this.#parents.at(-1) ?? none
    const { size, place } = this.#columns
    this.#kind[node] = kind
    this.#columns.at[node] = at
    this.#columns.keyAt[node] = this.#keyAt
    this.#columns.parent[node] = parent
    this.#columns.depth[node] = this.#parents.length
    if (parent !== none) {
      const before = size[parent] ?? 0
      place[node] = before
      size[parent] = before + 1
    }
    this.#keyAt = none
    return node
  }

  #makeRoom(): void {
    const kind = new Uint8Array(this.#kind.length * 2)
    kind.set(this.#kind)
    this.#kind = kind
    for (const name of columns) {
      const column = new Int32Array(this.#columns[name].length * 2)
      column.set(this.#columns[name])
      this.#columns[name] = column
    }
  }
}

/** The index of a text that is small enough to be read at one go. */
export function indexJson(text: string): JsonIndex {
  const indexer = new JsonIndexer(text)
  indexer.step(Number.POSITIVE_INFINITY)
  return indexer.done()
}

/** The node that a path leads to, or the last one on the way there. Of duplicate keys the last counts, as for `JSON.parse`. */
export function nodeAtPath(index: JsonIndex, path: readonly PropertyKey[]): number {
  let node = 0
  for (const key of path) {
    const isList = index.kind[node] === nodeKinds.array
    const written = JSON.stringify(key)
    let found = none
    for (let child = node + 1; child < (index.after[node] ?? 0); child = index.after[child] ?? child + 1) {
      const own = keyOf(index, child)
      if (isList ? index.place[child] === key : own === written || (own?.includes('\\') && meantBy(own) === key))
        found = child
    }
    if (found === none) return node
    node = found
  }
  return node
}

/** Where the editor marks a node: a scalar, else the name of an object or list. */
export function markedAt(index: JsonIndex, node: number): number {
  const keyAt = index.keyAt[node] ?? none
  return isContainer(index, node) && keyAt !== none ? keyAt : (index.at[node] ?? 0)
}
