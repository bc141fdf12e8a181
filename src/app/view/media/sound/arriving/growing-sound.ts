/** A sound that is played while its bytes arrive. It makes no sound before `play`. Times are in seconds. */
export interface GrowingSound {
  /** Appends bytes; takes their buffer over. */
  push(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
  /** Plays on, as soon as there is something to play. The browser may refuse without a gesture: then it stays paused. */
  play(): void
  pause(): void
  /** Ends for good and frees what it holds. */
  close(): void
  readonly state: 'playing' | 'paused' | 'ended' | 'failed'
  time(): number
  /** How much of it can be played so far. */
  ready(): number
  onChange: () => void
}
