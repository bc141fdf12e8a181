import { type JsonRecord, jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { isMessages } from '../foreign/foreign-set.ts'
import type { ColumnKind } from '../lab-plan.ts'

/** What a column of a table is taken over as. */
export interface ColumnUse {
  readonly role: ColumnKind | 'ignored'
  /** What it is called in the rows. */
  readonly name: string
}

export type ColumnKinds = Readonly<Record<string, ColumnKind>>

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly JsonRecord[]
  /** As far as they are known already. */
  readonly kinds: ColumnKinds
  /** The names of the files that came with it. */
  readonly files: ReadonlySet<string>
}

const expected = /^(?:expected|expected_?output|ideal)$/i

/** A name as people mean it: “Topic name” is `topic_name`. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** What each column seems to be by its values and name; a variable's own spelling is proposed, for one column each. */
export function proposedUses(table: Table, variables: readonly string[]): readonly ColumnUse[] {
  const { columns, kinds } = table
  const free = new Map(variables.filter((name) => !columns.includes(name)).map((name) => [plain(name), name]))
  return columns.map((column) => {
    const name = free.get(plain(column)) ?? column
    free.delete(plain(column))
    const isVariable = variables.includes(name)
    return { role: ownOf(kinds, column) ?? kindByValues(table, column, isVariable), name }
  })
}

function kindByValues({ rows, files }: Table, column: string, isVariable: boolean): ColumnKind {
  const isFile = (value: unknown) => typeof value === 'string' && files.has(value)
  if (rows.length > 0 && rows.every((row) => isMessages(listIn(ownOf(row, column))))) return 'messages'
  if (files.size > 0 && rows.some((row) => isFile(ownOf(row, column)))) return 'file'
  return !isVariable && expected.test(column) ? 'expected' : 'variable'
}

const lists: ReadonlySet<ColumnUse['role']> = new Set(['messages', 'checks'])

/** The list that a cell of CSV holds as JSON; any other value as it is. */
const listIn = (value: unknown) =>
  typeof value === 'string' && value.trimStart().startsWith('[') ? (jsonIn(value) ?? value) : value

/** Why columns cannot be taken over so, as a sentence; undefined where they can. */
export function problemOfUses(uses: readonly ColumnUse[]): string | undefined {
  const names = uses.flatMap(({ role, name }) => (role === 'ignored' ? [] : name.trim()))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (uses.length > 0 && names.length === 0) return 'All columns are ignored.'
  if (names.includes('')) return 'A column has no name.'
  return twice === undefined ? undefined : `Two columns are called “${twice}”.`
}

/** The rows with their values under the names they are taken over as, without what is ignored, and the kinds of what is no variable. */
export function mappedRows(
  rows: readonly JsonRecord[],
  columns: readonly string[],
  uses: readonly ColumnUse[],
): { readonly rows: readonly JsonRecord[]; readonly kinds: ColumnKinds } {
  const taken = new Map(uses.map((use, at) => [columns[at], use]))
  const used = [...taken.values()].filter(({ role }) => role !== 'ignored')
  return {
    rows: rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, value]) => {
          const use = taken.get(column)
          return use === undefined || use.role === 'ignored'
            ? []
            : [[use.name.trim(), lists.has(use.role) ? listIn(value) : value]]
        }),
      ),
    ),
    kinds: Object.fromEntries(
      used.flatMap(({ role, name }) => (role === 'variable' || role === 'ignored' ? [] : [[name.trim(), role]])),
    ),
  }
}

/** The kinds after a column has got another name or kind, or, without a name, is gone. */
export function withKindAs(kinds: ColumnKinds, name: string, to?: string, kind = ownOf(kinds, name)): ColumnKinds {
  const { [name]: _, ...others } = kinds
  return to === undefined || kind === undefined || kind === 'variable' ? others : { ...others, [to]: kind }
}
