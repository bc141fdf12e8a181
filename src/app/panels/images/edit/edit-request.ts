import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { heldFiles, requestBody, type SendingWay } from '../../../files/request-body.ts'
import { failureOf, type Run } from '../../../run/run.ts'
import { ToolDraft } from '../../../tool/use-tool-form.ts'
import { AreaChoice } from './area/sent-area.ts'

/** The stored draft of the form; pictures and mask are separate drafts. */
export const EditDraft = z.object({
  ...ToolDraft.shape,
  sendAs: z.optional(z.enum(['auto', 'json', 'multipart'])),
  area: z.optional(AreaChoice),
})
export type EditDraft = z.infer<typeof EditDraft>

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

/** Error messages of routers that expected the other encoding. */
const notFound = /multipart|form.?data|content.?type|media type|json|missing|required/i

/** The other encoding of the same edit, if the router's refusal suggests that it could not parse this one. */
export function otherBody(run: Run): Exclude<SendingWay, 'auto'> | undefined {
  const failure = run.status === 'refused' ? failureOf(run) : undefined
  if (!failure) return undefined
  const isUnread = failure.status === 415 || ([400, 422].includes(failure.status ?? 0) && notFound.test(failure.what))
  if (!isUnread) return undefined
  return run.parts ? 'json' : 'multipart'
}
