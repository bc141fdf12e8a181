import { type JsonRecord, jsonIn, ownOf, textOrJson } from '#contract/core/loose-json.ts'
import { unusedName } from '#lab/rows/row-limits.ts'
import { isCommand } from '../../../ui/keys/key-press.ts'

type Rows = readonly JsonRecord[]

/** A place of the keyboard. Row -1 is the head, column -1 the row's own number; the row behind the last one is not there yet. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** What stands in a cell: a text, or JSON of what is none. */
export const cellText = (row: JsonRecord | undefined, name: string | undefined): string => textOrJson(ownOf(row, name))

/** A cell gets a text, or its value where it is JSON in place of a list or object; the row behind the last one is added by it. The same rows without a text, and where it stands there already. */
export function withCell(rows: Rows, at: number, name = '', text?: string): Rows {
  if (text === undefined || text === cellText(rows[at], name)) return rows
  const isJson = typeof ownOf(rows[at], name) === 'object'
  const row = { ...rows[at], [name]: isJson ? (jsonIn(text) ?? text) : text }
  return at < rows.length ? rows.with(at, row) : [...rows, row]
}

/** The cells stand from a place on; rows and, as “Column 4”, columns that are missing are added. */
export function withCells(
  rows: Rows,
  names: readonly string[],
  from: GridPlace,
  cells: readonly (readonly string[])[],
): Rows {
  const all = [...names]
  while (all.length < from.column + Math.max(...cells.map(({ length }) => length)))
    all.push(
      unusedName(
        (one) => all.includes(one),
        (count) => `Column ${count}`,
        all.length + 1,
      ),
    )
  const filled = cells.map((texts, nth) => ({
    ...rows[from.row + nth],
    ...Object.fromEntries(texts.map((text, at) => [all[from.column + at] ?? '', text])),
  }))
  return rows.toSpliced(from.row, filled.length, ...filled)
}

/** Each row with a column under another name, in its place; without it where `to` is undefined. */
export const withColumnAs = (rows: Rows, name: string, to: string | undefined): Rows =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([one, value]) => {
        if (one !== name) return [[one, value]]
        return to === undefined ? [] : [[to, value]]
      }),
    ),
  )

/** What a key does in the grid. `edit` without a text: with the one that stands there. */
type GridAction =
  | { readonly kind: 'undo' | 'empty' | 'remove' }
  | { readonly kind: 'move'; readonly to: GridPlace }
  | { readonly kind: 'edit'; readonly text?: string }

/** The action of a key at a place; undefined for other keys. `end`: the last place; `page`: rows between two pages. */
export function gridAction(press: KeyboardEvent, at: GridPlace, end: GridPlace, page: number): GridAction | undefined {
  const { key, ctrlKey, metaKey, altKey } = press
  if (isCommand(press, 'z')) return { kind: 'undo' }
  const to = movedTo(press, at, end, page)
  if (to) return { kind: 'move', to }
  if (at.row < 0 || ((ctrlKey || metaKey || altKey) && !press.getModifierState('AltGraph'))) return undefined
  if (key === 'Delete' || key === 'Backspace')
    return at.row < end.row ? { kind: at.column < 0 ? 'remove' : 'empty' } : undefined
  if (at.column < 0) return undefined
  if (key === 'Enter' || key === 'F2') return { kind: 'edit' }
  return key.length === 1 ? { kind: 'edit', text: key } : undefined
}

function movedTo(
  press: KeyboardEvent,
  { row, column }: GridPlace,
  end: GridPlace,
  page: number,
): GridPlace | undefined {
  const { key, altKey, shiftKey } = press
  const isFar = press.ctrlKey || press.metaKey
  const places = new Map<string, GridPlace>([
    ['ArrowDown', { row: isFar ? end.row : row + 1, column }],
    ['ArrowUp', { row: isFar ? 0 : row - 1, column }],
    ['ArrowRight', { row, column: isFar ? end.column : column + 1 }],
    ['ArrowLeft', { row, column: isFar ? 0 : column - 1 }],
    ['Home', { row: isFar ? 0 : row, column: 0 }],
    ['End', { row: isFar ? end.row : row, column: end.column }],
    ['PageDown', { row: row + page, column }],
    ['PageUp', { row: Math.max(0, row - page), column }],
  ])
  const to = altKey || shiftKey ? undefined : places.get(key)
  if (!to) return undefined
  const at = Math.max(-1, Math.min(end.row, to.row))
  return { row: at, column: Math.max(at < 0 ? 0 : -1, Math.min(end.column, to.column)) }
}

/** The cell that follows another one, row by row, or goes before it; undefined beyond the last row and before the first. */
export function nextCell({ row, column }: GridPlace, by: 1 | -1, end: GridPlace): GridPlace | undefined {
  const width = end.column + 1
  const at = row * width + column + by
  return at < 0 || at >= (end.row + 1) * width ? undefined : { row: Math.floor(at / width), column: at % width }
}
