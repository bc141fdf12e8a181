import { type Block, BlockScanner } from './block-scanner.ts'
import { element } from './element.ts'
import { FinishedBlocks } from './finished-blocks.ts'
import { OpenBlock } from './open-block.ts'
import type { OverflowWatch } from './overflow-watch.ts'

/** Blocks in one group, which the browser may leave out while it is out of view. */
const groupSize = 8

/** One text from its first piece to its end: finished blocks stand in groups, and only the open one behind them changes. */
export class GrowingText {
  readonly finished: FinishedBlocks
  readonly #body = element('div', { class: 'reading-body' })
  readonly #caret = element('span', { class: 'reading-caret', 'aria-hidden': 'true' })
  readonly #scanner = new BlockScanner()
  #open: OpenBlock

  /** Takes the place of whatever is in `root`. */
  constructor(root: HTMLElement, overflow: OverflowWatch) {
    root.replaceChildren(this.#body)
    this.finished = new FinishedBlocks(root, overflow)
    this.#open = this.#nextBlock()
  }

  take(piece: string): void {
    const blocks = this.#scanner.push(piece)
    for (const block of blocks) this.#freeze(block)
    this.#open.append(blocks.length > 0 ? this.#scanner.open : piece)
  }

  end(): void {
    for (const block of this.#scanner.end()) this.#freeze(block)
    this.#open.host.remove()
    this.#caret.remove()
  }

  #freeze(block: Block): void {
    const { host } = this.#open
    this.#open.settle(block)
    this.#open = this.#nextBlock()
    this.finished.add(block, host)
  }

  #nextBlock(): OpenBlock {
    const host = element('div', { class: 'reading-block' })
    const last = this.#body.lastElementChild
    if (last && last.childElementCount < groupSize) last.append(host)
    else this.#body.append(element('div', { class: 'reading-group' }, [host]))
    return new OpenBlock(host, this.#caret)
  }
}
