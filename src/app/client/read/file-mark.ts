const mark = /^(?:data:[^,]{0,200},)?sha256:([0-9a-f]{64})$/

/** What stands in a raw event in place of bytes that were taken out of it; behind the head of a data URL where it was one. */
export const fileMark = (sha256: string): string => `sha256:${sha256}`

/** The hash of the file that a value stands for; undefined where it stands for none. */
export function markedFile(value: unknown): string | undefined {
  return typeof value === 'string' && value.length < 300 ? mark.exec(value)?.[1] : undefined
}
