import * as z from 'zod/mini'
import {
  choiceField,
  type FileFacts,
  field,
  fileOrReference,
  modelField,
  optionalField,
  switchField,
  textField,
} from '../core/field.ts'
import type { JsonRecord } from '../core/loose-json.ts'
import type { Refusal } from '../core/rules.ts'

const model = modelField()

const prompt = field(z.string().check(z.minLength(1)), {
  title: 'Prompt',
  control: 'long-text',
  help: 'Subject, style, composition and constraints.',
})

/** The pictures of an edit: 16, each of 50 MB at most (wire-facts §5.4). */
export const editImages = {
  accepts: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 50 * 1024 * 1024,
  most: 16,
  wrap: 'image_url',
  formName: 'image[]',
} as const satisfies FileFacts

/** What both image routes take beside the prompt (§4.3); the last three fields are ours (wire-facts §5.1). */
const drawing = {
  size: choiceField({
    title: 'Size',
    unit: 'px',
    help: 'WIDTHxHEIGHT.',
    suggestions: ['auto', '1024x1024', '1024x1536', '1536x1024', '2048x2048', '2048x1152', '3840x2160', '2160x3840'],
  }),
  quality: choiceField({
    title: 'Quality',
    help: 'Higher quality costs more.',
    suggestions: ['auto', 'low', 'medium', 'high'],
  }),
  n: optionalField('slider', z.int().check(z.gte(1), z.lte(10)), {
    title: 'Number of images',
    help: 'Each image is billed.',
    range: [1, 10],
    step: 1,
  }),
  output_format: choiceField({ title: 'File format', suggestions: ['png', 'jpeg', 'webp'], advanced: true }),
  output_compression: optionalField('slider', z.int().check(z.gte(0), z.lte(100)), {
    title: 'Compression',
    unit: '%',
    help: 'For jpeg and webp.',
    range: [0, 100],
    step: 1,
    advanced: true,
  }),
  background: choiceField({
    title: 'Background',
    help: 'auto and opaque always work; transparent requires a model and file format that support it.',
    suggestions: ['auto', 'opaque', 'transparent'],
    advanced: true,
  }),
  moderation: choiceField({
    title: 'Moderation',
    help: 'How strict the provider’s filter is, where adjustable.',
    suggestions: ['auto', 'low'],
    advanced: true,
  }),
  images: field(z.optional(z.array(fileOrReference())), {
    title: 'Input images',
    control: 'file',
    help: 'Files, URLs or data URLs of the images to edit.',
    file: editImages,
  }),
  mask: field(z.optional(fileOrReference()), {
    title: 'Mask',
    control: 'file',
    help: 'A PNG of the same size as the first image; transparent areas are regenerated.',
    file: { accepts: ['image/png'], maxBytes: editImages.maxBytes, wrap: 'image_url' },
  }),
  stream: switchField({
    title: 'Stream',
    help: 'Show the image while it is generated, where supported.',
    advanced: true,
  }),
  partial_images: optionalField('number', z.int().check(z.gte(0)), {
    title: 'Partial images',
    help: 'Number of partial images while streaming; most providers accept up to 3.',
    range: [0, 3],
    step: 1,
    advanced: true,
  }),
  user: textField({ title: 'User', help: 'A stable identifier for the end user.', advanced: true }),
}

/** The body of `POST /images/generations` (§4.3). With `images` it is answered as an edit. */
export const ImagesGenerationsRequest = z.looseObject({ model, prompt, ...drawing })

/**
 * The body of `POST /images/edits`: `images` and `mask` (§4.3), with the fields of generations and `input_fidelity` (wire-facts §5.4).
 * Multipart names (`image`, `image[]`, `images[]`) decode to `images`.
 */
export const ImagesEditsRequest = z.looseObject({
  model,
  prompt,
  ...drawing,
  input_fidelity: choiceField({
    title: 'Input fidelity',
    help: 'How closely to preserve faces and details; not accepted by newer models.',
    suggestions: ['high', 'low'],
    advanced: true,
  }),
})

/** An edit needs something to edit. `image` is a name of forms: in JSON it would be left unseen. */
export function imagesEditsCheck({ images, image }: JsonRecord): Refusal | undefined {
  if (Array.isArray(images) && images.length > 0) return undefined
  if (image !== undefined) return { param: 'image', message: 'In JSON, send the images as an array named images.' }
  return { param: 'images', message: 'Add at least one image to edit.' }
}
