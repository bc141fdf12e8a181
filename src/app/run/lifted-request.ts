import { routes } from '#contract/routes.ts'
import { decodeBase64, encodeBase64 } from '#media/base64.ts'
import { dataUrlHead } from '#media/data-url.ts'
import { hashOf, heldFile } from '#media/sha256.ts'
import type { RequestPart } from '../client/exchange.ts'
import { fileMark } from '../client/read/media-in.ts'
import type { Asset, StoredPart } from '../ledger/run-row.ts'
import { liftedFile, liftedSound, marksIn, soundField } from './file-marks.ts'
import { type RunDraft, Unsendable } from './run-draft.ts'
import type { RunTools } from './run-tools.ts'

/** A JSON request as it is stored: with hashes in the place of its files, and the files. */
export interface LiftedRequest {
  readonly request: unknown
  readonly assets: readonly Asset[]
}

/** Maximum depth; deeper values stay as they are. */
const deepest = 20

/**
 * Replaces the base64 of data URLs and of sounds in a request by hashes, so that no row holds base64. `restoreRequest` is its exact inverse: base64
 * that would be restored with different letters (line breaks, the URL-safe alphabet) is left in the text.
 */
export async function liftRequest(run: string, request: unknown, newId: () => string): Promise<LiftedRequest> {
  const assets = new Map<string, Asset>()
  const lifted = await mapStrings(request, async (text, isSound) => {
    const { head = '', type = 'application/octet-stream' } = dataUrlHead(text) ?? {}
    const hasBytes = head !== '' || (isSound && text !== '')
    const bytes = hasBytes ? await decodeBase64(text.slice(head.length)) : undefined
    if (bytes === undefined || (await encodeBase64(bytes)) !== text.slice(head.length)) return text
    const blob = new Blob([bytes], { type })
    const sha256 = await hashOf(blob)
    if (!assets.has(sha256))
      assets.set(sha256, { id: newId(), run, role: 'input', type: blob.type, size: blob.size, sha256, blob })
    return head + fileMark(sha256)
  })
  return { request: lifted, assets: [...assets.values()] }
}

/** The request as it was sent; undefined where a file of it is lost. */
export async function restoreRequest(request: unknown, assets: readonly Asset[]): Promise<unknown> {
  return await withBase64(
    request,
    assets.filter(({ role }) => role === 'input'),
  )
}

/** A value with base64 in the place of the hashes of these files; undefined where it refers to another one. */
export async function withBase64(
  value: unknown,
  files: readonly { readonly sha256: string; readonly blob: Blob }[],
): Promise<unknown> {
  const inputs = new Map(files.map(({ sha256, blob }) => [sha256, blob]))
  let whole = true
  const restored = await mapStrings(value, async (text, isSound) => {
    const sha256 = liftedFile(text) ?? (isSound ? liftedSound({ data: text }) : undefined)
    if (sha256 === undefined) return text
    const blob = inputs.get(sha256)
    whole &&= blob !== undefined
    if (blob === undefined) return text
    return text.slice(0, -fileMark(sha256).length) + (await encodeBase64(new Uint8Array(await blob.arrayBuffer())))
  })
  return whole ? restored : undefined
}

type Change = (text: string, isSound: boolean) => Promise<string>

/** The value with its strings mapped; unchanged parts keep their identity. `path`: the names that lead to it. */
async function mapStrings(value: unknown, change: Change, path: readonly string[] = []): Promise<unknown> {
  if (typeof value === 'string') return await change(value, path.at(-1) === 'data' && path.at(-2) === soundField)
  if (typeof value !== 'object' || value === null || path.length > deepest) return value
  const before = Object.entries(value)
  const after: [string, unknown][] = []
  for (const [name, one] of before) after.push([name, await mapStrings(one, change, [...path, name])])
  if (after.every(([, one], at) => one === before[at]?.[1])) return value
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after)
}

/**
 * Makes both forms of a draft's request: `sent`, all files as base64, and `request`, all as hashes, as it is stored. Each run owns copies of its files,
 * so that earlier runs can be deleted. Throws `Unsendable` where a file is lost, or where the request is larger than its route accepts.
 */
export async function liftDraft({ ledger, newId }: Pick<RunTools, 'ledger' | 'newId'>, draft: RunDraft, run: string) {
  const { request, assets: lifted } = await liftRequest(run, draft.request, newId)
  const known = new Map(lifted.map((asset) => [asset.sha256, asset]))
  const marks = marksIn(request)
  const wanted = marks.filter((sha256) => !known.has(sha256))
  if (wanted.length === 0) return { sent: draft.request, request, assets: lifted }
  for (const { sha256, name, blob } of draft.files ?? [])
    if (wanted.includes(sha256))
      known.set(sha256, { id: newId(), run, role: 'input', type: blob.type, name, size: blob.size, sha256, blob })
  for (const from of draft.filesOf ?? []) {
    if (wanted.every((sha256) => known.has(sha256))) break
    for (const asset of await (await ledger.history()).assets(from))
      if (asset.role === 'input' && wanted.includes(asset.sha256) && !known.has(asset.sha256))
        known.set(asset.sha256, { ...asset, id: newId(), run })
  }
  const assets = [...known.values()]
  refuseTooLarge(
    draft,
    marks.map((sha256) => known.get(sha256)?.size ?? 0),
  )
  const sent = await restoreRequest(request, assets)
  if (sent === undefined)
    throw new Unsendable(
      'A file in this conversation is no longer stored. Edit the message that contains it, or start a new conversation.',
    )
  return { sent, request, assets }
}

/** Checked before encoding, since base64 is a third longer. */
function refuseTooLarge({ endpoint }: RunDraft, sizes: readonly number[]): void {
  const { maxBytes } = routes[endpoint]
  const bytes = sizes.reduce((sum, size) => sum + Math.ceil(size / 3) * 4, 0)
  if (bytes > maxBytes)
    throw new Unsendable(
      `With the earlier files this request is ${Math.ceil(bytes / 1e6)} MB as base64, and the limit is ${Math.floor(maxBytes / 2 ** 20)} MB. Remove files, or start a new conversation.`,
    )
}

/**
 * Reads the files of a multipart request; data URLs among the texts are stored as files, and each file once. `held` are the same parts with
 * the stored bytes: what is sent is what was hashed. Rejects where one of the files cannot be read any more.
 */
export async function liftParts(run: string, draft: readonly RequestPart[], newId: () => string) {
  const parts: StoredPart[] = []
  const held: RequestPart[] = []
  const assets = new Map<string, Asset>()
  for (const part of draft) {
    if (part.kind === 'text') {
      const lifted = await liftRequest(run, part.value, newId)
      for (const asset of lifted.assets) if (!assets.has(asset.sha256)) assets.set(asset.sha256, asset)
      parts.push({ ...part, value: String(lifted.request) })
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
