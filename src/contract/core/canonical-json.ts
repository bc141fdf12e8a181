import { isRecord, type JsonRecord } from './loose-json.ts'

/** JSON with sorted keys, so that equal values have equal texts; `null` for `undefined`. Throws a RangeError for a value nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? 'null'
}

function sorted(record: JsonRecord): JsonRecord {
  // On an object without a prototype, `__proto__` is an ordinary key.
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(record).toSorted()) copy[key] = record[key]
  return copy
}
