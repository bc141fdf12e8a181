/** Characters that change how text is shown or where it ends: controls, line separators, marks of writing direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  // A joiner inside an emoji is part of what people see, and Python would read an escaped pair as two halves.
  if (character === '\u200d' || character.length > 1) return character
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * A text in double quotes that JSON, JavaScript and Python read as the same text. What cannot be seen, or changes what is seen,
 * stands escaped.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(unseen, escaped)
}

/** A JSON text of several lines, with what cannot be seen escaped. */
export function jsonText(value: unknown): string {
  // In JSON a bare line end is layout.
  return (JSON.stringify(value, null, 2) ?? 'null').replace(unseen, (one) => (one === '\n' ? one : escaped(one)))
}

/**
 * A text as one word of a POSIX shell, inside which nothing is read. Controls other than tab and line end would act on the
 * terminal they are pasted into: they are written as octals in `$'…'` (bash, zsh, ksh). NUL ends every argument and is left out.
 */
export function shellWord(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are looked for.
  if (!/[\x01-\x08\x0b-\x1f\x7f]/.test(whole)) return `'${whole.replaceAll("'", `'\\''`)}'`
  // Quotes as octals too: a shell that does not know `$'…'` must not see the word end.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  const inside = whole.replace(/[\x01-\x08\x0b-\x1f\x7f'\\]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `$'${inside}'`
}
