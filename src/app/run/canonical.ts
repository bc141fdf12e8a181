/** JSON with sorted keys, so that equal values have equal texts. Throws a RangeError where the value is nested too deeply. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? 'null'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype a key `__proto__` is a key like any other.
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(record).toSorted()) copy[key] = record[key]
  return copy
}
