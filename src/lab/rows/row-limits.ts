import { isRecord, type JsonRecord } from '#contract/core/loose-json.ts'

/** The most that one plan may hold. `text`: characters of all rows; `fileBytes`: of all files together. */
export const planLimits = {
  ...{ cells: 10_000, rows: 10_000, columns: 20, text: 20 * 2 ** 20 },
  ...{ repeat: 20, sweeps: 2, concurrency: 16 },
  ...{ files: 200, fileBytes: 256 * 2 ** 20 },
} as const

/** Why a text cannot be read, as a sentence. */
export class Unreadable extends Error {}

/** Throws an `Unreadable` where there is a reason. */
export function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Unreadable(why)
}

/** Levels of nesting in one table: deeper values exhaust the stack of what reads or writes them. */
export const mostLevels = 100

/** The columns of rows: the names of all their values, in the order of their first use. */
export function namesIn(rows: readonly JsonRecord[]): readonly string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return [...names]
}

/** The first of these names, each with a number from `from` on, that is not taken. */
export function unusedName(isTaken: (name: string) => boolean, nameOf: (count: number) => string, from = 2): string {
  const name = nameOf(from)
  return isTaken(name) ? unusedName(isTaken, nameOf, from + 1) : name
}

/** Which limit of a plan rows exceed, as a sentence; undefined where they are within all of them. */
export function beyondLimits(rows: readonly JsonRecord[]): string | undefined {
  return (
    tooMany(rows.length, planLimits.rows, 'rows') ??
    tooMany(namesIn(rows).length, planLimits.columns, 'columns') ??
    beyondSize(rows)
  )
}

/** That there are more than `most` of something; undefined where there are not. */
export const tooMany = (count: number, most: number, noun: string): string | undefined =>
  count > most ? `${grouped(count)} ${noun} are too many: at most ${grouped(most)}.` : undefined

const grouped = (count: number) => count.toLocaleString('en')

/** That a text of so many characters is more than a plan holds. */
export const tooMuchText = (length: number): string =>
  `${Math.ceil((length * 10) / 2 ** 20) / 10} MB of text is too much: at most ${planLimits.text / 2 ** 20} MB.`

/**
 * Whether a JSON value nests too deeply, in a circle as well, or holds more text than a plan, as a sentence. What is referred to from several
 * places counts in each, and the walk ends at the limit, so that a value that is small in memory and endless when written is refused.
 */
export function beyondSize(value: unknown): string | undefined {
  let length = 0
  function walk(part: unknown, level: number): string | undefined {
    if (level > mostLevels) return `The values are nested more than ${mostLevels} levels deep.`
    length += typeof part === 'string' ? part.length : 1
    if (length > planLimits.text) return tooMuchText(length)
    if (!Array.isArray(part) && !isRecord(part)) return undefined
    for (const inner of Array.isArray(part) ? part : Object.values(part)) {
      const why = walk(inner, level + 1)
      if (why !== undefined) return why
    }
    return undefined
  }
  return walk(value, 0)
}

/** The value itself; throws an `Unreadable` where `beyondSize` says why it is none. */
export function sized(value: unknown): unknown {
  refuse(beyondSize(value))
  return value
}
