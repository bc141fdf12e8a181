import { rest } from '../../run/slices.ts'
import { endOfPiece } from './json-pieces.ts'

/** Characters that become bytes at one go: about a millisecond's work. */
const enough = 2 ** 17

/** So many pieces become one: a Blob of a thousand takes longer than a frame. */
const together = 50

/** A text file that grows piece by piece: what is written leaves the heap, and no step keeps the page for longer than a slice. */
export class FileParts {
  readonly #blobs: Blob[] = []
  /** The last of them, not put together yet. */
  #last: Blob[] = []
  #texts: string[] = []
  #length = 0

  /** `check` is given the text in pieces, each before it is written, and throws where it must not be. */
  async add(text: string, check: (piece: string) => void = () => {}): Promise<void> {
    for (let from = 0; from < text.length; ) {
      const to = endOfPiece(text, from + enough)
      const piece = text.slice(from, to)
      check(piece)
      this.#texts.push(piece)
      this.#length += to - from
      from = to
      if (this.#length >= enough) this.#flush()
      await rest()
    }
  }

  /** The file so far; more may follow. */
  end(type: string): Blob {
    this.#flush()
    return new Blob([...this.#blobs, ...this.#last], { type })
  }

  #flush(): void {
    if (this.#texts.length > 0) this.#last.push(new Blob(this.#texts))
    this.#texts = []
    this.#length = 0
    if (this.#last.length < together) return
    this.#blobs.push(new Blob(this.#last))
    this.#last = []
  }
}
