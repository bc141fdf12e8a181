import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'
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
