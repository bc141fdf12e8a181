import { decodeBase64, encodeBase64 } from '#media/base64.ts'
import { hashOf } from '#media/sha256.ts'
import { fileMark, markedFile } from '../client/read/media-in.ts'
import type { Asset } from '../ledger/run-row.ts'

/** A JSON request as it is written down: its files by their hashes, and the files. */
export interface LiftedRequest {
  readonly request: unknown
  readonly assets: readonly Asset[]
}

/** Deeper than any request that was meant; what lies below stays as it is. */
const deepest = 20

const longestHead = 200
const dataUrl = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/i

/**
 * Takes the data URLs out of a request, so that no row holds base64. `restoreRequest` puts back every letter: what is not written as it
 * would be written back stays in the text.
 */
export async function liftRequest(run: string, request: unknown, newId: () => string): Promise<LiftedRequest> {
  const assets = new Map<string, Asset>()
  const lifted = await mapStrings(request, async (text) => {
    const [head = '', type = 'application/octet-stream'] = dataUrl.exec(text.slice(0, longestHead)) ?? []
    const bytes = head === '' ? undefined : await decodeBase64(text.slice(head.length))
    if (bytes === undefined || (await encodeBase64(bytes)) !== text.slice(head.length)) return text
    const blob = new Blob([bytes], { type: type.toLowerCase() })
    const sha256 = await hashOf(blob)
    if (!assets.has(sha256))
      assets.set(sha256, { id: newId(), run, role: 'input', type: blob.type, size: blob.size, sha256, blob })
    return head + fileMark(sha256)
  })
  return { request: lifted, assets: [...assets.values()] }
}

/** A data URL with a file's hash where its base64 belongs, as a `RunDraft` has it; `liftedFile` reads the hash again. */
export const fileReference = (type: string, sha256: string): string => `data:${type};base64,${fileMark(sha256)}`

/** The hash of the file that stood at a place of a request; undefined where none was lifted. */
export function liftedFile(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith('data:') ? markedFile(value) : undefined
}

/** The hashes of the files in a request, each as often as it is referred to. */
export function marksIn(request: unknown): readonly string[] {
  const marks: string[] = []
  JSON.stringify(request, (_, value: unknown) => {
    const mark = liftedFile(value)
    if (mark !== undefined) marks.push(mark)
    return value
  })
  return marks
}

/** The request as it was sent; undefined where a file of it is lost. */
export async function restoreRequest(request: unknown, assets: readonly Asset[]): Promise<unknown> {
  const inputs = new Map(assets.filter(({ role }) => role === 'input').map(({ sha256, blob }) => [sha256, blob]))
  let whole = true
  const restored = await mapStrings(request, async (text) => {
    const sha256 = liftedFile(text)
    if (sha256 === undefined) return text
    const blob = inputs.get(sha256)
    whole &&= blob !== undefined
    if (blob === undefined) return text
    return text.slice(0, -fileMark(sha256).length) + (await encodeBase64(new Uint8Array(await blob.arrayBuffer())))
  })
  return whole ? restored : undefined
}

/** The same value, in which strings may be others; what did not change keeps its identity. */
async function mapStrings(value: unknown, change: (text: string) => Promise<string>, depth = 0): Promise<unknown> {
  if (typeof value === 'string') return await change(value)
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  const before = Object.entries(value)
  const after: [string, unknown][] = []
  for (const [name, one] of before) after.push([name, await mapStrings(one, change, depth + 1)])
  if (after.every(([, one], at) => one === before[at]?.[1])) return value
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after)
}
