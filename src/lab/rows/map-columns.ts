import type { JsonRecord } from '#contract/core/loose-json.ts'

/** What a column of a table is taken over as. */
export interface ColumnUse {
  readonly role: 'variable' | 'expected' | 'metadata' | 'ignored'
  /** What a variable or metadata is called. */
  readonly name: string
}

/** The names in a row that are no variables, in promptfoo's words. */
const expected = /^__expected\d*$/
const metadata = '__metadata:'

/** A name as people mean it: “Topic name” is `topic_name`. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** What each column seems to be: promptfoo's names are told from variables, and a variable's own spelling is proposed, for one column each. */
export function proposedUses(columns: readonly string[], variables: readonly string[]): readonly ColumnUse[] {
  const free = new Map(variables.filter((name) => !columns.includes(name)).map((name) => [plain(name), name]))
  return columns.map((column) => {
    if (expected.test(column)) return { role: 'expected', name: 'expected' }
    if (column.startsWith(metadata)) return { role: 'metadata', name: column.slice(metadata.length) }
    const name = free.get(plain(column)) ?? column
    free.delete(plain(column))
    return { role: 'variable', name }
  })
}

/** The names under which columns are kept in a row; undefined for those that are ignored. Several expected values are numbered. */
export function keysOf(uses: readonly ColumnUse[]): readonly (string | undefined)[] {
  let count = 0
  return uses.map(({ role, name }) => {
    if (role === 'ignored') return undefined
    if (role !== 'expected') return (role === 'metadata' ? metadata : '') + name.trim()
    count += 1
    return count === 1 ? '__expected' : `__expected${count}`
  })
}

/** Why columns cannot be taken over so, as a sentence; undefined where they can. */
export function problemOfUses(uses: readonly ColumnUse[]): string | undefined {
  const keys = keysOf(uses).filter((key) => key !== undefined)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (keys.length === 0) return 'All columns are ignored.'
  if (keys.includes('') || keys.includes(metadata)) return 'A column has no name.'
  return twice === undefined ? undefined : `Two columns are called “${columnTitle(twice)}”.`
}

/** The rows with their values under the names of `keysOf`, without what is ignored. */
export function mappedRows(
  rows: readonly JsonRecord[],
  columns: readonly string[],
  uses: readonly ColumnUse[],
): readonly JsonRecord[] {
  const keys = new Map(keysOf(uses).map((key, at) => [columns[at], key]))
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => {
        const key = keys.get(column)
        return key === undefined ? [] : [[key, value]]
      }),
    ),
  )
}

/** What people read for the name of a value in a row. */
export function columnTitle(key: string): string {
  if (expected.test(key)) return key.replace('__expected', 'Expected ').trim()
  return key.startsWith(metadata) ? `Metadata: ${key.slice(metadata.length)}` : key
}
