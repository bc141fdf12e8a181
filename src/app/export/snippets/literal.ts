import { quoted } from './quote.ts'

/** How a language writes what is neither text nor number. */
export interface Dialect {
  /** Spaces of one step inwards. */
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

/** What JSON makes of a value: the value that was sent. */
export function asSent(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? null : JSON.parse(text)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A JSON value as source text. Lines after the first are indented by `indent` spaces more than the place it stands in. */
export function literal(value: unknown, dialect: Dialect, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return JSON.stringify(value)
  if (value === true) return dialect.words.true
  if (value === false) return dialect.words.false
  if (!isObject(value)) return dialect.words.null
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
