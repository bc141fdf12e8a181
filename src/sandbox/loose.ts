/** An object of unknown shape. */
export type Loose = Readonly<Record<string, unknown>>

/** The value when it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value when it is a string, else an empty one. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
