/** Characters that change how text is shown or where it ends: controls, line separators, marks of writing direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  // A joiner inside an emoji is part of what people see, and Python would read an escaped pair as two halves.
  if (character === '\u200d' || character.length > 1) return character
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A string literal that means the same in JSON, JavaScript and Python; invisible characters are escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(unseen, escaped)
}

export function jsonText(value: unknown): string {
  // A line feed outside of strings is layout.
  return (JSON.stringify(value, null, 2) ?? 'null').replace(unseen, (one) => (one === '\n' ? one : escaped(one)))
}

/**
 * Quotes a text as one word of a POSIX shell. Controls other than tab and line end would act on the terminal when pasted: they are
 * written as octals in `$'…'` (bash, zsh, ksh). NUL, which no argument can contain, is left out.
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

/** The syntax of a language for values other than strings and numbers. */
export interface Dialect {
  readonly step: number
  readonly words: { readonly null: string; readonly true: string; readonly false: string }
  /** A name and its value inside an object, without the comma. */
  readonly entry: (name: string, value: string) => string
}

const plainNames = /^[A-Za-z_$][\w$]*$/

export const javascript: Dialect = {
  step: 2,
  words: { null: 'null', true: 'true', false: 'false' },
  entry(name, value) {
    // `__proto__: x` would set the prototype, in quotes as well.
    if (name === '__proto__') return `['__proto__']: ${value}`
    return `${plainNames.test(name) ? name : quoted(name)}: ${value}`
  },
}

export const python: Dialect = {
  step: 4,
  words: { null: 'None', true: 'True', false: 'False' },
  entry: (name, value) => `${quoted(name)}: ${value}`,
}

/** The value after a round trip through JSON, as it was sent. */
export function asSent(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? null : JSON.parse(text)
}

/** A JSON value as source code. Lines after the first are indented by `indent` spaces. */
export function literal(value: unknown, dialect: Dialect, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return JSON.stringify(value)
  if (value === true) return dialect.words.true
  if (value === false) return dialect.words.false
  if (typeof value !== 'object' || value === null) return dialect.words.null
  const inner = indent + dialect.step
  const isList = Array.isArray(value)
  const items: string[] = isList
    ? value.map((item) => literal(item, dialect, inner))
    : Object.entries(value).map(([name, item]) => dialect.entry(name, literal(item, dialect, inner)))
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  const pad = ' '.repeat(inner)
  return `${open}\n${items.map((item) => `${pad}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}
