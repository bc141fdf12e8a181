import * as z from 'zod/mini'
import { ImagesGenerationsRequest } from '#contract/images/images.ts'

const { images: _images, mask: _mask, ...parameters } = ImagesGenerationsRequest.shape

/** The request's parameters: pictures that are worked on belong to the other tool. */
export const GenerateRequest = z.looseObject(parameters)

/** What the request JSON cannot say here, and why. */
export const reserved = { images: 'belongs to the Edit tool', mask: 'belongs to the Edit tool' }

/** What a new form starts with: the picture is shown while it is drawn. */
export const freshRequest = { model: 'gen-image-2', stream: true, partial_images: 2 }

/** What is kept of the tool between two visits. */
export const GenerateDraft = z.object({
  /** The form's draft. */
  request: z.optional(z.record(z.string(), z.unknown())),
  /** What was typed into the form and cannot be read, by path, and why. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
})
export type GenerateDraft = z.infer<typeof GenerateDraft>
