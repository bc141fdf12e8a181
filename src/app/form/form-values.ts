import { useRef } from 'react'
import { isRecord } from '#contract/core/loose-json.ts'
import { parseTyped } from '../json/parse-typed.ts'
import type { FieldDescription } from './describe.ts'
import { type RequestDraft, setAt, valueAt } from './request-draft.ts'

/** The value of one box and the text as typed (`0.70`). A class: react-hook-form copies plain objects and loses a key `__proto__`. */
export class Entry {
  /** `undefined`: not sent. Where the text cannot be read, the last value that could. */
  readonly value: unknown
  /** The text as typed; `undefined` where the value was chosen or set by code. */
  readonly raw: unknown
  readonly problem: string | undefined

  constructor(value: unknown, raw?: unknown, problem?: string) {
    this.value = value
    this.raw = raw
    this.problem = problem
  }
}

const unset = new Entry(undefined)

export interface FormValues {
  /** The request last put in as a whole, with its key order and unknown keys; fields are written over it. `raw`: the JSON view's text. */
  readonly whole: Entry
  readonly fields: Readonly<Record<string, unknown>>
}

/** Texts that cannot be read, by the path of their field; the path `''` is the JSON view. Stored with a draft, they restore the boxes. */
export type Unread = Readonly<Record<string, { readonly raw: unknown; readonly problem: string }>>

type Fields = readonly FieldDescription[]

export function asEntry(value: unknown): Entry {
  return value instanceof Entry ? value : unset
}

/** The entry of a field, or, for the path `''`, that of the whole request. */
export function entryAt({ whole, fields }: FormValues, path: string): Entry {
  return path === '' ? whole : asEntry(valueAt(fields, path))
}

/** The entry after a text was typed; an unreadable text keeps the value, unless it comes with one. */
export function entered({ value }: Entry, raw: unknown, reading: FieldReading): Entry {
  return reading.kind === 'unreadable'
    ? new Entry('value' in reading ? reading.value : value, raw, reading.why)
    : new Entry(reading.kind === 'value' ? reading.value : undefined, raw)
}

/** The state of a form that holds a request; `textOf` says which typed text belongs to a field's value. */
export function valuesOf(
  draft: RequestDraft,
  fields: Fields,
  textOf: (path: string, value: unknown) => Pick<Entry, 'raw' | 'problem'> | undefined = () => undefined,
): FormValues {
  const entryOf = (path: string, value: unknown) => {
    const text = textOf(path, value)
    return new Entry(value, text?.raw, text?.problem)
  }
  return {
    whole: entryOf('', draft),
    fields: fields.reduce<RequestDraft>((tree, { path }) => setAt(tree, path, entryOf(path, valueAt(draft, path))), {}),
  }
}

/** The request that a form holds: the same object as `whole.value` while no field differs from it. */
export function draftOf(values: FormValues, fields: Fields): RequestDraft {
  const { value: whole } = values.whole
  return fields.reduce<RequestDraft>(
    (draft, { path }) => {
      const { value } = entryAt(values, path)
      return isSame(valueAt(draft, path), value) ? draft : setAt(draft, path, value)
    },
    isRecord(whole) ? whole : {},
  )
}

export function unreadIn(values: FormValues, fields: Fields): Unread {
  const paths = ['', ...fields.map(({ path }) => path)]
  return Object.fromEntries(
    paths.flatMap((path) => {
      const { raw, problem } = entryAt(values, path)
      return problem === undefined ? [] : [[path, { raw, problem }]]
    }),
  )
}

/** Whether two values are the same JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

/** The same object as long as it is the same JSON, so that memoized rows are not drawn. */
export function useSame<T>(value: T): T {
  const kept = useRef(value)
  if (!isSame(kept.current, value)) kept.current = value
  return kept.current
}

/** What a typed text means. An unreadable one stays in its box and changes nothing. */
export type FieldReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unset' }
  /** `value`: of what was typed in parts, of which one cannot be read. */
  | { readonly kind: 'unreadable'; readonly why: string; readonly value?: unknown }

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
