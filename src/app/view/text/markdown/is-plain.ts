/**
 * Whether a text is so short and plain that it need not be read to be drawn, as most cells of a table are. `false` says nothing: the text may hold a
 * mark or none.
 */
export function isPlain(text: string): boolean {
  return text.length < 100 && !/[\n\\`*_~[\]!<&@$:]|www\./i.test(text)
}
