import { isRecord } from '#contract/core/loose-json.ts'
import { toResponses } from '#contract/responses/input.ts'
import type { EndpointId } from '#contract/routes.ts'
import { type FormField, formBody, jsonBody, recordingOf, type UpstreamBody } from '../../upstream/upstream.ts'

type Body = Readonly<Record<string, unknown>>

/** Only what the upstream would not know is converted, so that everything else arrives as the client sent it. */
function responsesBody(body: Body): Body {
  if (body.messages === undefined && body.response_format === undefined) return body
  const { input, text } = toResponses(body)
  const { messages, response_format, ...rest } = body
  return { ...rest, ...(messages !== undefined && { input }), ...(response_format !== undefined && { text }) }
}

/** In JSON, images are objects (wire-facts §5.4); the interface also takes the bare URL. */
const pointer = (value: unknown) => (typeof value === 'string' ? { image_url: value } : value)

function withPointers({ images, mask, ...rest }: Body): Body {
  return {
    ...rest,
    ...(Array.isArray(images) && { images: images.map(pointer) }),
    ...(mask !== undefined && { mask: pointer(mask) }),
  }
}

/** The name of a list's items in a form (wire-facts §1). A single picture is `image`, the only name that many local servers read; several are `image[]`. */
function itemName(name: string, { length }: readonly unknown[]): string {
  if (name !== 'images') return `${name}[]`
  return length === 1 ? 'image' : 'image[]'
}

/** OpenAI takes the seconds of a video as a text alone (wire-facts §6.1); the interface reads numbers too. */
const withSecondsText = (body: Body): Body =>
  typeof body.seconds === 'number' ? { ...body, seconds: String(body.seconds) } : body

/** A value as fields of a form: lists repeat their name with `[]`, objects put their keys in brackets. */
function formFields(name: string, value: unknown): FormField[] {
  if (value instanceof Blob) return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((item) => formFields(itemName(name, value), item))
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => formFields(`${name}[${key}]`, inner))
  return value === undefined || value === null ? [] : [[name, String(value)]]
}

const asForm = (body: Body) => formBody(Object.entries(body).flatMap(([name, value]) => formFields(name, value)))

const hasFile = (body: Body) =>
  Object.values(body).some((value) =>
    Array.isArray(value) ? value.some((one) => one instanceof Blob) : value instanceof Blob,
  )

/** A transcription is a form for the upstream, with the recording as `file`; one by its address goes as JSON. */
async function transcriptionBody(body: Body): Promise<UpstreamBody> {
  const { source, rest } = await recordingOf(body)
  return source instanceof File ? asForm({ ...rest, file: source }) : jsonBody(body)
}

/**
 * The body in the form in which an OpenAI-compatible upstream takes it: JSON, or a form where files were sent along. Unknown fields go
 * along.
 */
export async function openAiBody(endpoint: EndpointId, body: Body): Promise<UpstreamBody> {
  if (endpoint === 'responses') return jsonBody(responsesBody(body))
  if (endpoint === 'audio.transcriptions') return transcriptionBody(body)
  if (hasFile(body)) return asForm(body)
  if (endpoint === 'videos.create') return jsonBody(withSecondsText(body))
  return jsonBody(endpoint.startsWith('images.') ? withPointers(body) : body)
}
