import { rest } from '../../run/slices.ts'

/** Characters of JSON per piece: well under a millisecond. */
const enough = 2 ** 16

/**
 * The output of `JSON.stringify(value, null, indent)` in pieces: a run may hold megabytes of text or thousands of events, and one call
 * would block the page. `pad` is the indentation of each line but the first.
 */
export function* jsonPieces(value: unknown, indent = 0, pad = ''): Generator<string, void> {
  let text = ''
  for (const piece of written(value, indent, pad)) {
    text += piece
    if (text.length < enough) continue
    yield text
    text = ''
  }
  yield text
}

function* written(value: unknown, indent: number, pad: string): Generator<string, void> {
  if (leftOf(value, enough) > 0) yield small(value, indent, pad)
  else if (typeof value === 'string') yield* longText(value)
  else if (Array.isArray(value)) {
    const items = value.map((one: unknown) => ['', one === undefined ? null : one] as const)
    yield* lines('[]', items, indent, pad)
  } else {
    const named = Object.entries(Object(value)).filter(([, one]) => one !== undefined)
    const colon = indent > 0 ? ': ' : ':'
    const items = named.map(([name, one]) => [`${JSON.stringify(name)}${colon}`, one] as const)
    yield* lines('{}', items, indent, pad)
  }
}

/** Line feeds are layout only: those in strings are escaped. */
function small(value: unknown, indent: number, pad: string): string {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  return indent > 0 ? text.replaceAll('\n', `\n${pad}`) : text
}

function* lines(
  brackets: string,
  items: readonly (readonly [name: string, value: unknown])[],
  indent: number,
  pad: string,
): Generator<string, void> {
  const inner = pad + ' '.repeat(indent)
  const newLine = indent > 0 ? '\n' : ''
  yield brackets.slice(0, 1)
  for (const [at, [name, value]] of items.entries()) {
    yield `${at > 0 ? ',' : ''}${newLine}${indent > 0 ? inner : ''}${name}`
    yield* written(value, indent, inner)
  }
  yield `${items.length > 0 && indent > 0 ? `\n${pad}` : ''}${brackets.slice(1)}`
}

function* longText(text: string): Generator<string, void> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from + enough)
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

/** `most` minus the approximate length of a value as JSON; stops reading the value once that is not positive. */
function leftOf(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length
  if (typeof value !== 'object' || value === null) return most - 8
  let left = most - 2
  for (const [name, inner] of Object.entries(value)) {
    if (left <= 0) return left
    left = leftOf(inner, left - name.length)
  }
  return left
}

/** The end of a piece, never between the two halves of a surrogate pair, which would be encoded as U+FFFD each. */
function endOfPiece(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  return at < text.length && code >= 0xd800 && code < 0xdc00 ? at + 1 : Math.min(at, text.length)
}

/** Characters encoded in one slice: about a millisecond. */
const blobLength = 2 ** 17

/** Pieces merged into one Blob: creating a Blob of a thousand parts takes longer than a frame. */
const together = 50

/** A text file written in pieces: written text is moved from the heap into Blobs, in slices that do not block the page. */
export class FileParts {
  readonly #blobs: Blob[] = []
  /** The last ones, not merged yet. */
  #last: Blob[] = []
  #texts: string[] = []
  #length = 0

  /** `check` is called with each piece before it is written, and throws to refuse it. */
  async add(text: string, check: (piece: string) => void = () => {}): Promise<void> {
    for (let from = 0; from < text.length; ) {
      const to = endOfPiece(text, from + blobLength)
      const piece = text.slice(from, to)
      check(piece)
      this.#texts.push(piece)
      this.#length += to - from
      from = to
      if (this.#length >= blobLength) this.#flush()
      await rest()
    }
  }

  /** The file so far; more may follow. */
  end(type: string): Blob {
    this.#flush()
    return new Blob([...this.#blobs, ...this.#last], { type })
  }

  #flush(): void {
    if (this.#texts.length > 0) this.#last.push(new Blob([this.#texts.join('')]))
    this.#texts = []
    this.#length = 0
    if (this.#last.length < together) return
    this.#blobs.push(new Blob(this.#last))
    this.#last = []
  }
}
