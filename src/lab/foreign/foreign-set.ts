import { defined, type JsonRecord } from '#contract/core/loose-json.ts'
import type { Check } from '../checks/check.ts'
import type { ColumnKind } from '../lab-plan.ts'
import type { Path } from '../rows/yaml-text.ts'

/** Something of a file that a plan does not get: `javascript assertion not taken over`. `line`: where it stands, from 1. */
export interface Loss {
  readonly line: number
  readonly text: string
}

/** What the test set of another tool says, as the parts of a plan. */
export interface ForeignSet {
  /** What people call the format. */
  readonly kind: string
  readonly name: string
  /** Sent by all cells; absent of a set that holds rows alone. */
  readonly request?: JsonRecord
  /** The models that it asks for, as it calls them. */
  readonly models: readonly string[]
  readonly rows: readonly JsonRecord[]
  /** The kinds of the columns that are no variables. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly checks: readonly Check[]
  readonly losses: readonly Loss[]
}

/** Notes a loss at the value of this path or, behind it, where `words` stand. */
export type Lose = (path: Path, text: string, words?: string) => void

/** Notes the fields of an object at this path that are not among those that are read. */
export function loseOthers(record: JsonRecord, read: readonly string[], path: Path, lose: Lose, of = ''): void {
  for (const name of Object.keys(defined(record)))
    if (!read.includes(name)) lose([...path, name], `“${name}”${of} not taken over`)
}

/** The name itself, or with a number where it is taken. */
export function freeName(name: string, taken: readonly string[], count = 2): string {
  if (!taken.includes(name)) return name
  return taken.includes(`${name} ${count}`) ? freeName(name, taken, count + 1) : `${name} ${count}`
}

/** Whether a value is a conversation as chat models take it. */
export const isMessages = (value: unknown): value is readonly JsonRecord[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: unknown) => typeof one === 'object' && one !== null && 'role' in one && 'content' in one)

/** The id of a list that another tool means by its own name for a model, `openai:chat:gpt-5.4`: the longest end of that name which is one. */
export function modelFor(wanted: string, ids: readonly string[]): string | undefined {
  const ends = [...wanted.matchAll(/[:/]/g)].map(({ index }) => wanted.slice(index + 1))
  return [wanted, ...ends].find((end) => ids.includes(end))
}
