import { routes } from '#contract/routes.ts'
import type { Asset } from '../../ledger/run-row.ts'
import { liftRequest, marksIn, restoreRequest } from '../lifted-request.ts'
import type { RunDraft } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { Unsendable } from './not-saved.ts'

/** A JSON request twice: as it is sent, and as it is written down, with the files that belong to it. */
interface LiftedDraft {
  readonly sent: unknown
  readonly request: unknown
  readonly assets: readonly Asset[]
}

/**
 * Takes the base64 out of a draft's request, and puts in what stands there by its hash: what is sent holds every file, what is written
 * down none. Each run owns its files, so that it outlives those before it. Throws `Unsendable` where a file is lost, or where the
 * request comes to more than its route takes.
 */
export async function liftDraft(
  { ledger, newId }: Pick<RunTools, 'ledger' | 'newId'>,
  draft: RunDraft,
  run: string,
): Promise<LiftedDraft> {
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
      'A picture of this conversation is no longer stored. Edit the message that holds it, or begin anew.',
    )
  return { sent, request, assets }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)

/** Before any base64 is made, which grows by a third. */
function refuseTooLarge({ endpoint }: RunDraft, sizes: readonly number[]): void {
  const { maxBytes } = routes[endpoint]
  const bytes = sizes.reduce((sum, size) => sum + Math.ceil(size / 3) * 4, 0)
  if (bytes > maxBytes)
    throw new Unsendable(
      `With the pictures sent before, this comes to ${megabytes(bytes)} MB as base64, and the route takes ${megabytes(maxBytes)} MB. Take pictures out, or begin a new conversation.`,
    )
}
