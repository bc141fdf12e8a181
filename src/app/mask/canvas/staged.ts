/** What keys ask for while a picture stands in place of the base. */
export type StagedWord = 'previous' | 'next' | 'accept' | 'discard'

/** A picture that stands in place of the base, fitted into its frame, until it is accepted or discarded. */
export interface Staged {
  /** Undefined until it is decoded: the base is drawn. */
  readonly image: ImageBitmap | undefined
  /** The accessible name of the canvas meanwhile. */
  readonly name: string
  readonly onWord: (word: StagedWord) => void
}
