/** Where the bench stands and what was asked of it. */
export interface Setting {
  /** The project's folder. */
  readonly root: string
  /** The bench's own folder. */
  readonly here: string
  readonly chromium: string | undefined
  /** Development: fewer contenders, sizes and repetitions. */
  readonly quick: boolean
  readonly seed: number
  /** Set by the person; each part has its own default. */
  readonly reps: number | undefined
  readonly tokens: readonly number[] | undefined
}

/** Says on the way how far it is; tables alone go to the output. */
export const say = (text: string) => process.stderr.write(`${text}\n`)
