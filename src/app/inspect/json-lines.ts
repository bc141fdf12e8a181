import type { EventRow } from './event-list.ts'

/** Events as JSON Lines: the time in ms since the send, the name, and the data as they came; as a text where they are not JSON. */
export function jsonLines(rows: readonly EventRow[]): string {
  return rows.map(lineOf).join('')
}

function lineOf({ raw: { at, name, data } }: EventRow): string {
  const head = name === undefined ? `{"at":${at}` : `{"at":${at},"event":${JSON.stringify(name)}`
  return `${head},"data":${onOneLine(data)}}\n`
}

/** The very text where it is JSON, so that long numbers keep their digits. */
function onOneLine(data: string): string {
  try {
    const value: unknown = JSON.parse(data)
    return /[\r\n]/.test(data) ? JSON.stringify(value) : data
  } catch {
    return JSON.stringify(data)
  }
}
