/** Whether something of unknown shape is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of something of unknown shape; none where it is no object. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** A text that says something, or undefined. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The texts of a list; undefined where it is no list or holds none. */
export function asTexts(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.filter((item): item is string => asText(item) !== undefined) : []
  return texts.length > 0 ? texts : undefined
}

/** The same fields without those that are undefined: what is unknown is left out. */
export const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
