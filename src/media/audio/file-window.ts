/** Bytes that are read at once. */
const windowBytes = 2 ** 20

/** Reads a file at any place through a window, which moves forwards. */
export class FileWindow {
  readonly #file: Blob
  #from = 0
  #bytes = new Uint8Array()

  constructor(file: Blob) {
    this.#file = file
  }

  /** The bytes from a place on; fewer at the end of the file. */
  async at(place: number, length: number): Promise<Uint8Array> {
    const end = Math.min(place + length, this.#file.size)
    if (place < this.#from || end > this.#from + this.#bytes.length) {
      this.#from = place
      this.#bytes = new Uint8Array(await this.#file.slice(place, place + windowBytes).arrayBuffer())
    }
    return this.#bytes.subarray(place - this.#from, end - this.#from)
  }
}
