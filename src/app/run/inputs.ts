import { heldFile } from '#media/sha256.ts'
import type { RequestPart } from '../client/exchange.ts'
import type { Asset, StoredPart } from '../ledger/run-row.ts'

/** The parts of a request, and the files in them as they are kept and sent. */
export interface Inputs {
  readonly parts: readonly StoredPart[]
  /** Each file once, however often it is sent. */
  readonly assets: readonly Asset[]
  /** The same parts with the bytes that are kept: what is sent is what was hashed. */
  readonly held: readonly RequestPart[]
}

/** Reads the files of a draft. Rejects where one of them cannot be read any more. */
export async function readInputs(run: string, draft: readonly RequestPart[], newId: () => string): Promise<Inputs> {
  const parts: StoredPart[] = []
  const held: RequestPart[] = []
  const assets = new Map<string, Asset>()
  for (const part of draft) {
    if (part.kind === 'text') {
      parts.push(part)
      held.push(part)
      continue
    }
    const { kind, name, file } = part
    const { blob, sha256 } = await heldFile(file.blob)
    const facts = { name: file.name, type: blob.type || 'application/octet-stream', size: blob.size, sha256 }
    parts.push({ kind, name, file: facts })
    held.push({ kind, name, file: { name: file.name, blob } })
    if (!assets.has(sha256)) assets.set(sha256, { ...facts, id: newId(), run, role: 'input', blob })
  }
  return { parts, assets: [...assets.values()], held }
}
