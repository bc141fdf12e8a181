import type { DrawMark } from './draw-inline.ts'
import type { Leaf } from './markdown/block.ts'
import type { Labels } from './markdown/brackets.ts'

/** The DOM of one block. */
export interface BlockView {
  /** Undefined for a block that is placed elsewhere, such as a footnote. */
  readonly element: HTMLElement | undefined
  /** Shows what has come since the last time. */
  grow(): void
  /** Shows all of it: nothing more will come. May be called again. */
  finish(): void
}

/** Something drawn that can be drawn again from its source. */
export interface Redrawn {
  redraw(): void
}

/** What a block needs from the text that contains it. */
export interface Surroundings {
  readonly labels: Labels
  readonly drawMark: DrawMark
  /** The leaf that what comes next may belong to. */
  readonly open: Leaf | undefined
  /** Draws `leaf` again once one of the `labels` in its `source` is defined, or a character that it names is known. */
  await(leaf: Redrawn, labels: ReadonlySet<string>, source: string): void
  /** The level of a heading of this depth, the next in the text. */
  headingLevel(depth: number): number
  /** The place for what a footnote says. */
  notePlace(label: string): HTMLElement
  /** Text will grow at the end of `place`. */
  growAt(place: HTMLElement): void
  /** Nothing in `block` will change any more. */
  settle(block: HTMLElement): void
}
