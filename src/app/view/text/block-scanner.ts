import { BlockStructure } from './block-structure.ts'

/** A finished top-level block: nothing that arrives later belongs to it. */
export interface Block {
  readonly kind: 'text' | 'fence'
  /** As it came, line endings and blank lines included: the blocks of a text joined are the text. */
  readonly text: string
  /** How many lists, quotes and footnotes stand inside each other. */
  readonly depth: number
}

/**
 * Cuts a Markdown text into top-level blocks while it arrives. Only the new piece is looked at, so the work is linear in the text.
 * Where the pieces end makes no difference to the blocks.
 */
export class BlockScanner {
  readonly #structure = new BlockStructure()
  #lines = ''
  #line = ''
  #heldReturn = ''
  /** Blank lines alone are no block: they stand before the next one. */
  #blank = true
  #kind: Block['kind'] = 'text'
  #depth = 0

  /** What has come and belongs to no finished block yet. */
  get open(): string {
    return this.#lines + this.#line + this.#heldReturn
  }

  /** Takes the next piece and returns the blocks that it finished. */
  push(piece: string): Block[] {
    const blocks: Block[] = []
    const text = this.#heldReturn + piece
    // A carriage return at the end may be the first half of a line ending.
    this.#heldReturn = text.endsWith('\r') ? '\r' : ''
    const end = text.length - this.#heldReturn.length
    let from = 0
    for (const ending of text.slice(0, end).matchAll(/\r\n?|\n/g)) {
      this.#line += text.slice(from, ending.index)
      from = ending.index + ending[0].length
      this.#take(ending[0], blocks)
    }
    this.#line += text.slice(from, end)
    return blocks
  }

  /** The text is complete: returns what was still open. */
  end(): Block[] {
    const blocks: Block[] = []
    if (this.#line || this.#heldReturn) this.#take(this.#heldReturn, blocks)
    if (this.#lines) this.#cut(blocks)
    this.#heldReturn = ''
    return blocks
  }

  #take(ending: string, blocks: Block[]): void {
    const { starts, ends } = this.#structure.read(this.#line)
    if (starts && !this.#blank) this.#cut(blocks)
    if (/[^ \t]/.test(this.#line)) this.#blank = false
    this.#lines += this.#line + ending
    this.#line = ''
    if (this.#structure.inFence) this.#kind = 'fence'
    this.#depth = Math.max(this.#depth, this.#structure.depth)
    if (ends && !this.#blank) this.#cut(blocks)
  }

  #cut(blocks: Block[]): void {
    blocks.push({ kind: this.#kind, text: this.#lines, depth: this.#depth })
    this.#lines = ''
    this.#blank = true
    this.#kind = 'text'
    this.#depth = 0
  }
}
