import { canonicalJson } from '#contract/core/canonical-json.ts'
import type { RunRow, StoredPart } from '../../ledger/run-row.ts'
import type { Output, RunResult } from '../result.ts'
import type { RunDraft } from '../run-draft.ts'

/**
 * Hash of a request, for detecting equal sends: base URL, route, model, request with the hashes of its files, and draft revision. The
 * place in a conversation is left out, since an equal request costs the same anywhere. SHA-256 where available.
 */
export async function intentOf(draft: RunDraft, parts?: readonly StoredPart[]): Promise<string> {
  const { endpoint, model, request, revision } = draft
  const text = canonicalJson([draft.connection.baseUrl, endpoint, model, parts ?? request, revision])
  const bytes = new TextEncoder().encode(text)
  return (await sha256Of(bytes)) ?? weakHash(bytes)
}

/**
 * Hash of a result's outputs, for comparing answers; reasoning and generated ids are left out. Undefined for an empty result, without
 * SHA-256 (plain HTTP from another machine), or where the value is nested too deeply.
 */
export async function outputOf({ outputs }: RunResult): Promise<RunRow['output']> {
  const parts = outputs.flatMap(partOf)
  if (parts.length === 0) return undefined
  try {
    const bytes = new TextEncoder().encode(canonicalJson(parts))
    const sha256 = await sha256Of(bytes)
    return sha256 === undefined ? undefined : { sha256, bytes: bytes.length }
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

/** SHA-256 in hex; undefined outside secure contexts, which have no `crypto.subtle`. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** FNV-1a in 64 bits and the length. A collision only costs one needless question. */
export function weakHash(bytes: Uint8Array): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (const byte of bytes) {
    low ^= byte
    const product = (low >>> 0) * 0x1b3
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 0x100000000)) >>> 0
    low = product >>> 0
  }
  return `${hex32(high)}${hex32(low)}-${bytes.length}`
}

function hex32(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
