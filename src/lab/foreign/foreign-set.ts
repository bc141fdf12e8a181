import { defined, type JsonRecord, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { mapTexts } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import { isJudgeType } from '../judges/judge-requests.ts'
import type { ColumnKind } from '../lab-plan.ts'
import { unusedName } from '../rows/row-limits.ts'
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

type Checked = Pick<ForeignSet, 'checks' | 'rows' | 'columns'>

const isJudge = (check: unknown) => isJudgeType(stringOf(recordOf(check).type))

/** The models that judge in a set, as it calls them; an empty name where it does not say. */
export function judgesIn({ checks, rows, columns }: Checked): readonly string[] {
  const own = rows.flatMap((row) =>
    Object.keys(columns).flatMap((name) => (columns[name] === 'checks' ? row[name] : [])),
  )
  return [...new Set([...checks, ...own].filter(isJudge).map((check) => stringOf(recordOf(check).model)))]
}

/** The same with the judges of these names. */
export function withJudges<Set extends Checked>(set: Set, modelOf: (wanted: string) => string): Set {
  const named = <One>(check: One): One =>
    isJudge(check) ? { ...check, model: modelOf(stringOf(recordOf(check).model)) } : check
  const isList = (name: string, value: unknown): value is unknown[] =>
    set.columns[name] === 'checks' && Array.isArray(value)
  const rows = set.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, isList(name, value) ? value.map(named) : value]),
    ),
  )
  return { ...set, checks: set.checks.map(named), rows }
}

/** Notes a loss at the value of this path or, behind it, where `words` stand. */
export type Lose = (path: Path, text: string, words?: string) => void

/** Notes the fields of an object at this path that are not among those that are read. */
export function loseOthers(record: JsonRecord, read: readonly string[], path: Path, lose: Lose, of = ''): void {
  for (const name of Object.keys(defined(record)))
    if (!read.includes(name)) lose([...path, name], `“${name}”${of} not taken over`)
}

/** The name itself, or with a number where it is taken. */
export const freeName = (name: string, taken: readonly string[]): string =>
  taken.includes(name)
    ? unusedName(
        (one) => taken.includes(one),
        (count) => `${name} ${count}`,
      )
    : name

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

export const plainName = /^[\p{L}\p{N}_$-]+$/u

/**
 * The texts of a value with Nunjucks reduced to placeholders: comments go, filters go and are losses. Expressions and blocks are never run: they
 * stay as they are, and are losses.
 */
export function plainTemplate(value: unknown, path: Path, lose: Lose): unknown {
  return mapTexts(value, (text) => {
    for (const [block] of text.matchAll(/\{%[\s\S]*?%\}/g))
      lose(path, `template block ${block} not run: it stays in the text`, block)
    return text.replace(/\{#[\s\S]*?#\}/g, '').replace(/\{\{([^{}]*)\}\}/g, (mark, inside: string) => {
      const [name = '', ...filters] = inside.split('|').map((part) => part.trim())
      if (!plainName.test(name)) lose(path, `template expression ${mark} not filled`, mark)
      else if (filters.length > 0) lose(path, `template filter “${filters.join(' | ')}” not taken over`, mark)
      return plainName.test(name) ? `{{${name}}}` : mark
    })
  })
}
