/** A JSON object whose content is still unknown. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: no array, not null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an empty one where it is anything else. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** The value as a list; an empty one where it is anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** As much of a code, name or id as any of them needs: what is longer is none, and would fill the screen. */
export function labelOf(text: string | undefined): string | undefined {
  return text?.slice(0, 200)
}

/** The value where it is a string with something in it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value where it is a whole number from 0 on that a double holds exactly. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

type Known<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The same facts without the unknown ones, so that an absent fact is an absent key. */
export function known<T extends object>(facts: T): Known<T>
export function known(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
