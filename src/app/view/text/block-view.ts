/** What shows one block. */
export interface BlockView {
  /** Nothing where the block does not stand among the others. */
  readonly element: HTMLElement | undefined
  /** Shows what has come since the last time. */
  grow(): void
  /** Shows all of it: nothing more will come. May be called again. */
  finish(): void
}
