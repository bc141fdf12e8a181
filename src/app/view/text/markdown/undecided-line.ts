/** What has come of a line that could still become several things. */
export class UndecidedLine {
  readonly #pieces: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** The text from a place on: whoever asks for what is new does not copy what is old, however long the line is. */
  from(place: number): string {
    let first = this.#pieces.length
    let start = this.#length
    while (start > place) start -= this.#pieces[--first]?.length ?? 0
    return this.#pieces
      .slice(first)
      .join('')
      .slice(place - start)
  }
}
