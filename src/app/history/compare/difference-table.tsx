import * as z from 'zod/mini'
import { jsonOf } from '../../json/parse-json.ts'
import { byteSize, grouped, shortly } from '../../ui/format.ts'

export type Difference =
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }

// Maximum depth: deeper values are compared as a whole.
const deepest = 50

/**
 * The differences of two JSON values, in the order of the first one's keys. Paths are written as in JavaScript (`input[0].role`), except
 * for the first name, which is never quoted (`image[]`); the path of the whole value is empty.
 */
export function changesBetween(before: unknown, after: unknown): readonly Difference[] {
  return [...differences(before, after, '', 0)]
}

function* differences(before: unknown, after: unknown, path: string, depth: number): Generator<Difference, void> {
  if (Object.is(before, after)) return
  const [old, fresh] = [entriesOf(before), entriesOf(after)]
  const alike = old && fresh && Array.isArray(before) === Array.isArray(after)
  if (!alike || depth > deepest) {
    if (!(alike && sameText(before, after))) yield { kind: 'changed', path, before, after }
    return
  }
  for (const [key, value] of old) {
    const at = join(path, key, before)
    if (fresh.has(key)) yield* differences(value, fresh.get(key), at, depth + 1)
    else yield { kind: 'removed', path: at, before: value }
  }
  for (const [key, value] of fresh)
    if (!old.has(key)) yield { kind: 'added', path: join(path, key, before), after: value }
}

/** Undefined for values other than objects and arrays. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function join(path: string, key: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${path}[${key}]`
  if (path !== '' && !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function sameText(before: unknown, after: unknown): boolean {
  try {
    return JSON.stringify(before) === JSON.stringify(after)
  } catch {
    return false
  }
}

interface DifferenceTableProps {
  /** Of each later value from the first. */
  readonly changes: readonly (readonly Difference[])[]
  /** Of the first value, then of each later. */
  readonly names: readonly string[]
}

const most = 100

/** The values at each path where some differ, the first value's own before the others'. */
function valuesByPath(changes: DifferenceTableProps['changes']): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const [at, list] of changes.entries())
    for (const one of list) {
      const before = one.kind === 'added' ? undefined : one.before
      const values = found.get(one.path) ?? Array.from({ length: changes.length + 1 }, () => before)
      found.set(one.path, values)
      values[at + 1] = one.kind === 'removed' ? undefined : one.after
    }
  return found
}

export function DifferenceTable({ changes, names }: DifferenceTableProps) {
  const rows = [...valuesByPath(changes)]
  if (rows.length === 0) return <p className="text-soft text-xs">The requests are identical.</p>
  return (
    <div className="overflow-x-auto">
      <table style={{ minWidth: `${(names.length + 1) * 9}rem` }} className="w-full table-fixed text-xs">
        <thead>
          <tr className="border-line border-b text-left text-faint">
            <th className={`${names.length > 2 ? 'w-36' : 'w-1/4'} py-1.5 pr-3 font-normal`}>Parameter</th>
            {names.map((name) => (
              <th key={name} className="truncate py-1.5 pr-3 font-normal last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(([path, [first, ...others]]) => (
            <tr key={path} className="border-line border-b align-top last:border-b-0">
              <th className="break-all py-1.5 pr-3 text-left font-mono font-normal text-soft">
                {shortly(path, 200) || 'entire request'}
              </th>
              <Value value={first} ink={others.length === 1 ? 'text-danger' : ''} />
              {others.map((value, at) => (
                <Value key={names[at + 1]} value={value} ink={value === first ? '' : 'text-success'} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && <p className="pt-2 text-faint text-xs">And {grouped(rows.length - most)} more.</p>}
    </div>
  )
}

const File = z.object({ name: z.string(), size: z.number(), sha256: z.string() })

/** A value as JSON; a file by name, size and the start of its hash. */
function wordsOf(value: unknown): string {
  const file = File.safeParse(value)
  if (!file.success) return jsonOf(value)
  const { name, size, sha256 } = file.data
  return `${name} · ${byteSize(size)} · SHA-256 ${sha256.slice(0, 12)}…`
}

function Value({ value, ink }: { value: unknown; ink: string }) {
  return value === undefined ? (
    <td className="py-1.5 pr-3 text-faint">not set</td>
  ) : (
    <td className={`unkerned wrap-anywhere py-1.5 pr-3 font-mono ${ink}`}>{shortly(wordsOf(value))}</td>
  )
}
