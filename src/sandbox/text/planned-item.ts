/** One item of the output before it is written: what it will hold, and the id it goes by. */
export type PlannedItem =
  | { readonly kind: 'reasoning'; readonly id: string; readonly parts: readonly string[] }
  /** The text comes in parts of any length, made when they are asked for. */
  | { readonly kind: 'message'; readonly id: string; readonly text: Iterable<string> }
  | {
      readonly kind: 'function' | 'custom'
      readonly id: string
      readonly callId: string
      readonly name: string
      /** The arguments as JSON; the input of a custom tool. */
      readonly input: string
    }
