import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { heldFiles, requestBody, type SendingWay } from '../../../files/request-body.ts'
import { failureOf, type Run } from '../../../run/run.ts'
import { ToolDraft } from '../../../tool/use-tool-form.ts'

const { images: _images, mask: _mask, ...parameters } = ImagesEditsRequest.shape

/** The request's parameters: the pictures and the mask are the tool's own. */
export const EditRequest = z.looseObject(parameters)

/** What is kept of the form between two visits; pictures and mask are drafts of their own. */
export const EditDraft = z.object({
  ...ToolDraft.shape,
  sendAs: z.optional(z.enum(['auto', 'json', 'multipart'])),
})
export type EditDraft = z.infer<typeof EditDraft>

/** The files of an edit, as they are sent. */
export interface EditFiles {
  readonly pictures: readonly NamedFile[]
  readonly mask: NamedFile | undefined
}

/** The body of an edit: `images` in their order, and `mask`. */
export async function editBody(
  request: Readonly<Record<string, unknown>>,
  { pictures, mask }: EditFiles,
  way: SendingWay,
) {
  const files = await heldFiles([...pictures, ...(mask ? [mask] : [])])
  const references = files.map(({ reference }) => ({ image_url: reference }))
  const images = references.slice(0, pictures.length)
  return requestBody({
    ...{ endpoint: 'images.edits', schema: ImagesEditsRequest, files, way },
    request: { ...request, images, ...(mask && { mask: references.at(-1) }) },
  })
}

/** What routers say that looked for the request in a form, or in JSON. */
const notFound = /multipart|form.?data|content.?type|media type|json|missing|required/i

/** The other way to write the same edit, where the router refused it as if it could not read this one. */
export function otherBody(run: Run): Exclude<SendingWay, 'auto'> | undefined {
  const failure = run.status === 'refused' ? failureOf(run) : undefined
  if (!failure) return undefined
  const isUnread = failure.status === 415 || ([400, 422].includes(failure.status ?? 0) && notFound.test(failure.what))
  if (!isUnread) return undefined
  return run.parts ? 'json' : 'multipart'
}
