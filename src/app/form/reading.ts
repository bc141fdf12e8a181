import { parseTyped } from '../json/parse-typed.ts'

/** What a typed text means. An unreadable one stays in its box and changes nothing. */
export type FieldReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unset' }
  | { readonly kind: 'unreadable'; readonly why: string }

export function readText(text: string): FieldReading {
  return text === '' ? { kind: 'unset' } : { kind: 'value', value: text }
}

export function readNumber(text: string): FieldReading {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'unset' }
  if (/^[+-]?\d+,\d+$/.test(trimmed))
    return { kind: 'unreadable', why: 'Not a number: use a dot as the decimal separator.' }
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return { kind: 'unreadable', why: 'Not a number.' }
  const value = Number(trimmed)
  return Number.isFinite(value) ? { kind: 'value', value } : { kind: 'unreadable', why: 'Too large for a number.' }
}

/** The reason has no place until the parser that locates errors is loaded (`parseTyped`). */
export function readJson(text: string): FieldReading {
  if (text.trim() === '') return { kind: 'unset' }
  const parsed = parseTyped(text)
  if ('value' in parsed) return { kind: 'value', value: parsed.value }
  const { error } = parsed
  const why = error ? `${error.message} at line ${error.line}, column ${error.column}` : 'Not valid JSON.'
  return { kind: 'unreadable', why }
}
