import type { CellFacts } from '../cell-facts.ts'
import type { Check } from './check.ts'

/** What a check found: `seen` is a true sentence about the result, said where the check fails because of it. */
export interface Finding {
  readonly fits: boolean
  readonly seen: string
}

/** Thrown where a check cannot be carried out; the message is a sentence for people. */
export class Unable extends Error {}

/** What checks look at, in the order in which they are offered. */
export const checkGroups = ['Text', 'JSON', 'Tools', 'Image', 'Sound and video', 'Cost and time', 'Judges'] as const

/** A type of check: which fields of `Check` it takes, and how it is carried out. */
export interface CheckType {
  readonly title: string
  readonly group: (typeof checkGroups)[number]
  /** How `value` is written: as a text, as several, as JSON where it is some and else as a text, as a JSON Schema. Absent: it takes none. */
  readonly value?: 'text' | 'texts' | 'json' | 'schema'
  /** What `value` is, for people. */
  readonly valueTitle?: string
  readonly isValueOptional?: true
  readonly hasPath?: true
  /** A model carries it out: it has a judge, a prompt and a schema. */
  readonly isJudged?: true
  /** At least one of these is needed, unless `areBoundsOptional`. */
  readonly bounds?: readonly ('min' | 'max')[]
  readonly areBoundsOptional?: true
  /** What the bounds count. */
  readonly unit?: string
  /** Why a value cannot be used, as a sentence; undefined where it can. */
  readonly problem?: (value: unknown) => string | undefined
  /** One finding, or one for each file of the result: all must fit, with `not` none. Throws `Unable`. */
  readonly find: (check: Check, facts: CellFacts) => Finding | readonly Finding[]
}

/** A text as it stands in a sentence: its first 80 characters. */
export const quoted = (text: string): string => `“${text.length > 80 ? `${text.slice(0, 80).trimEnd()}…` : text}”`

/** A number as it stands in a sentence, grouped, with at most three decimals. */
export const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 3 })

/** Whether a measure lies between the bounds of a check. `seen`: the sentence without its end, `The answer has 120 words`. */
export function within({ min, max }: Check, value: number, seen: string): Finding {
  const low = min !== undefined && value < min
  const limit = low ? `, below ${figure(min)}` : max !== undefined && value > max ? `, above ${figure(max)}` : ''
  return { fits: limit === '', seen: `${seen}${limit}.` }
}
