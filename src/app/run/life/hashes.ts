import { canonicalJson } from '#contract/core/loose-json.ts'
import type { RunRow, StoredPart } from '../../ledger/run-row.ts'
import { answerText, type Output, type RunResult } from '../result.ts'
import type { RunDraft } from '../run-draft.ts'

/** SHA-256 in hex. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>

/**
 * Hash of a request, for detecting equal sends: base URL, route, model, request with the hashes of its files, and draft revision. The
 * place in a conversation is left out, since an equal request costs the same anywhere.
 */
export async function intentOf(
  draft: RunDraft,
  parts?: readonly StoredPart[],
  sha256: Sha256 = sha256Of,
): Promise<string> {
  const { endpoint, model, request, revision } = draft
  const text = canonicalJson([draft.connection.baseUrl, endpoint, model, parts ?? request, revision])
  return await sha256(new TextEncoder().encode(text))
}

/** Characters of a text that a row keeps for lists. */
const peekLength = 280

/**
 * Hash of a result's outputs, for comparing answers; reasoning and generated ids are left out. Undefined for an empty result, and
 * where the value is nested too deeply.
 */
export async function outputOf(result: RunResult, sha256: Sha256 = sha256Of): Promise<RunRow['output']> {
  const parts = result.outputs.flatMap(partOf)
  const peek = answerText(result).slice(0, peekLength)
  if (parts.length === 0) return undefined
  try {
    const bytes = new TextEncoder().encode(canonicalJson(parts))
    return { sha256: await sha256(bytes), bytes: bytes.length, ...(peek !== '' && { peek }) }
  } catch {
    return undefined
  }
}

function partOf(output: Output): readonly unknown[] {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ text }) => ['text', text])
    case 'refusal':
      return [['refusal', output.text]]
    case 'tool-call':
      return [['call', output.name, output.arguments]]
    case 'media':
      return [['media', output.sha256 ?? output.url]]
    case 'item':
      return [['item', output.item]]
    case 'reasoning':
      return []
  }
}

/** SHA-256 in hex. Pages from a plain http address have no `crypto.subtle`: only those load an implementation of it. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return (await import('#media/sha256.ts')).sha256Hex(bytes)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
