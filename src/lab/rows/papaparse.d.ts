/** The part that is used. Its published types would bring the globals of Node into a room that has none. */
declare module 'papaparse' {
  interface Problem {
    readonly code: 'MissingQuotes' | 'InvalidQuotes' | 'UndetectableDelimiter'
    /** Where the cell begins in the text, behind its quote. */
    readonly index?: number
  }
  const papaparse: {
    /** An empty `delimiter` is guessed. */
    parse(
      text: string,
      options: { readonly delimiter: string; readonly preview?: number },
    ): {
      readonly data: readonly (readonly string[])[]
      readonly errors: readonly Problem[]
      readonly meta: { readonly delimiter: string }
    }
    unparse(
      rows: readonly (readonly string[])[],
      options?: { readonly delimiter?: string; readonly newline?: string },
    ): string
  }
  // biome-ignore lint/style/noDefaultExport: it is what the library exports.
  export default papaparse
}
