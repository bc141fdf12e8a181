import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'

const { images: _images, mask: _mask, ...parameters } = ImagesEditsRequest.shape

/** The request's parameters: the pictures and the mask are the tool's own. */
export const EditRequest = z.looseObject(parameters)

/** What the request JSON cannot say here, and why. */
export const reserved = { images: 'comes from the list of images', mask: 'comes from the canvas' }

/** What a new form starts with. */
export const freshRequest = { model: 'gen-image-2', stream: true, partial_images: 1 }

/** What is kept of the form between two visits; pictures and mask are drafts of their own. */
export const EditDraft = z.object({
  /** The form's draft. */
  request: z.optional(z.record(z.string(), z.unknown())),
  /** What was typed into the form and cannot be read, by path, and why. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
  sendAs: z.optional(z.enum(['auto', 'json', 'multipart'])),
})
export type EditDraft = z.infer<typeof EditDraft>
