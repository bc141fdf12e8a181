import { canonical } from './canonical.ts'
import type { RunDraft } from './draft.ts'
import { weakHash } from './weak-hash.ts'

/**
 * What a press means, as a hash: two presses with the same intent are one send. Made of the router, the route, the model, the
 * request and the draft's revision, but not of the place in a conversation: what is bought twice costs twice wherever it is
 * shown. SHA-256 where the page has it.
 */
export async function intentOf(draft: RunDraft): Promise<string> {
  const { endpoint, model, request, revision } = draft
  const text = canonical([draft.connection.baseUrl, endpoint, model, request, revision])
  const bytes = new TextEncoder().encode(text)
  // Pages from a plain http address that is not loopback have no `subtle`.
  if (globalThis.crypto?.subtle === undefined) return weakHash(bytes)
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
