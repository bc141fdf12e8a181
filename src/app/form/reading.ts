import { describeJsonError, parseJson } from '../json/parse-json.ts'

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

export function readJson(text: string): FieldReading {
  if (text.trim() === '') return { kind: 'unset' }
  const parsed = parseJson(text)
  return 'error' in parsed
    ? { kind: 'unreadable', why: describeJsonError(parsed.error) }
    : { kind: 'value', value: parsed.value }
}
