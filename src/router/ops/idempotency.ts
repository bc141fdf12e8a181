import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/core/loose-json.ts'
import { badRequest } from '../http/router-error.ts'

/** Whether a text can name an operation: 1 to 200 characters of visible ASCII. URL parsers remove `.` and `..` from a path. */
export function isOpId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text) && !/^\.{1,2}$/.test(text)
}

/** The `Idempotency-Key` of a request, which names its operation; undefined without one, a 400 for one that cannot name any. */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (isOpId(key)) return key
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters other than . or ..'
  throw badRequest(message, { param: 'Idempotency-Key', code: 'invalid_idempotency_key' })
}

/** A file's type and SHA-256 in place of the file. */
async function standIn(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(standIn))
  if (!(value instanceof Blob)) return value
  const hash = createHash('sha256')
  for await (const chunk of value.stream()) hash.update(chunk)
  return { file: value.type, sha256: hash.digest('hex') }
}

/**
 * SHA-256 of a request: of its endpoint, its decoded fields as canonical JSON, and the types and bytes of its files, which are read as
 * streams. Equal for requests that ask for the same, however they were encoded.
 */
export async function fingerprint(endpoint: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const entries = Object.entries(body).map(async ([name, value]) => [name, await standIn(value)] as const)
  const fields = Object.fromEntries(await Promise.all(entries))
  return createHash('sha256').update(`${endpoint}\n`).update(canonicalJson(fields)).digest('hex')
}
