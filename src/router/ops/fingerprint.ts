import { createHash } from 'node:crypto'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys in one order, whatever order the client wrote them in. */
const sorted = (_key: string, value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Equal for requests that ask the same of the same endpoint: judged after decoding, by canonical JSON. */
export function fingerprint(endpoint: string, body: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(`${endpoint}\n`).update(JSON.stringify(body, sorted)).digest('hex')
}
