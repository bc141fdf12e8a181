import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/core/canonical-json.ts'

/** Equal for requests that ask the same of the same endpoint: judged after decoding, by canonical JSON. */
export function fingerprint(endpoint: string, body: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(`${endpoint}\n`).update(canonicalJson(body)).digest('hex')
}
