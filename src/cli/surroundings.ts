export type Variables = Readonly<Record<string, string | undefined>>

/** What a command reads and writes beside its files; replaced in tests. */
export interface Surroundings {
  readonly variables: Variables
  /** Writes a text to stdout. */
  readonly print: (text: string) => void
  /** Writes a line to stderr. */
  readonly complain: (line: string) => void
  /** Shows how far a command is in one line of a terminal; an empty text removes it. */
  readonly progress: (line: string) => void
  /** Aborted by Ctrl+C. */
  readonly stop: AbortSignal
}

export const exits = { passed: 0, failed: 1, wrong: 2, unsent: 3, price: 4 } as const

/** Ends a command before anything is sent; the message says why, as sentences for people. */
export class Wrong extends Error {
  readonly exit: number

  constructor(message: string, exit: number = exits.wrong) {
    super(message)
    this.exit = exit
  }
}
