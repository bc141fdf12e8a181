import type { FieldDescription } from '../describe.ts'

/** How far one press of an arrow goes. */
export function stepOf({ step, types }: FieldDescription): number {
  return step ?? (types.includes('integer') ? 1 : 0.1)
}

/** Where a slider starts and ends: its range, kept inside the schema's bounds. */
export function endsOf({ min, max, range }: FieldDescription): readonly [min: number, max: number] {
  const [from, to] = range ?? [min ?? 0, max ?? Math.max(1, (min ?? 0) + 1)]
  return [Math.max(from, min ?? from), Math.min(to, max ?? to)]
}

/** A number inside the schema's bounds, without the dust that binary fractions leave: 0.1 + 0.2 is 0.3. */
export function fitted(value: number, field: FieldDescription): number {
  const digits = (String(stepOf(field)).split('.')[1] ?? '').length
  const bounded = Math.min(field.max ?? Infinity, Math.max(field.min ?? -Infinity, value))
  return Number(bounded.toFixed(Math.max(digits, 6)))
}
