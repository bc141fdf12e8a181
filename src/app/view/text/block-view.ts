import type { Drawing } from './draw-inline.ts'
import type { Leaf } from './markdown/block.ts'
import type { Labels } from './markdown/brackets.ts'

export interface BlockView {
  /** Undefined for a block that is placed elsewhere, such as a footnote. */
  readonly element: HTMLElement | undefined
  grow(): void
  /** Renders the final state. Idempotent. */
  finish(): void
}

export interface Redrawn {
  redraw(): void
}

export interface Surroundings extends Drawing {
  readonly labels: Labels
  readonly open: Leaf | undefined
  /** Redraws `leaf` once one of `labels` is defined, or a character reference in `source` can be resolved. */
  await(leaf: Redrawn, labels: ReadonlySet<string>, source: string): void
  headingLevel(depth: number): number
  notePlace(label: string): HTMLElement
  /** Called when text will grow at the end of `place`. */
  growAt(place: HTMLElement): void
}
