import { canonicalJson } from '#contract/core/canonical-json.ts'
import type { StoredPart } from '../../ledger/run-row.ts'
import type { RunDraft } from '../run-draft.ts'
import { sha256Of } from './sha256-of.ts'
import { weakHash } from './weak-hash.ts'

/**
 * What a press means, as a hash: two presses with the same intent are one send. Made of the router, the route, the model, the
 * request with the hashes of its files and the draft's revision, but not of the place in a conversation: what is bought twice costs twice wherever it is
 * shown. SHA-256 where the page has it.
 */
export async function intentOf(draft: RunDraft, parts?: readonly StoredPart[]): Promise<string> {
  const { endpoint, model, request, revision } = draft
  const text = canonicalJson([draft.connection.baseUrl, endpoint, model, parts ?? request, revision])
  const bytes = new TextEncoder().encode(text)
  return (await sha256Of(bytes)) ?? weakHash(bytes)
}
