import type * as z from 'zod/mini'
import { fields } from '#contract/core/field.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { type EndpointId, routes } from '#contract/routes.ts'
import { hashOf } from '#media/sha256.ts'
import { fileReference, liftedFile, marksIn } from '../run/file-marks.ts'
import type { RunDraft } from '../run/run-draft.ts'
import type { NamedFile } from './read-file.ts'

type HeldFile = NonNullable<RunDraft['files']>[number]
type Part = NonNullable<RunDraft['parts']>[number]
type Fields = Readonly<Record<string, unknown>>

/** How files are sent: `auto` takes what the endpoint's row names first, and multipart where JSON would be too large. */
export type SendingWay = 'auto' | 'json' | 'multipart'

/** Larger bodies are not sent as JSON (rulings). */
const mostJson = 16 * 2 ** 20

interface WithFiles {
  readonly endpoint: EndpointId
  readonly schema: z.ZodMiniObject
  /** The request as JSON, its files as references (`fileReference`). */
  readonly request: Fields
  readonly files: readonly HeldFile[]
  readonly way?: SendingWay
}

export type RequestBody =
  | { readonly kind: 'ready'; readonly body: Pick<RunDraft, 'request' | 'files' | 'parts' | 'keeps' | 'turn'> }
  | { readonly kind: 'refused'; readonly why: string }

/** A request with files as the endpoint takes it: JSON, in which the run puts the base64, or the parts of a form. */
export function requestBody({ endpoint, schema, request, files, way = 'auto' }: WithFiles): RequestBody {
  const bodies: readonly string[] = routes[endpoint].bodies
  const marks = marksIn(request)
  const sent = marks.flatMap((mark) => files.find(({ sha256 }) => sha256 === mark) ?? [])
  if (sent.length < marks.length)
    return { kind: 'refused', why: 'A file of this request is no longer available. Add it again.' }
  const isLarge = sent.reduce((sum, { blob }) => sum + Math.ceil(blob.size / 3) * 4 + 60, 0) > mostJson
  const takesForms = bodies.includes('multipart')
  const preferred = sent.length > 0 && (isLarge ? takesForms : bodies[0] === 'multipart') ? 'multipart' : 'json'
  if ((way === 'auto' ? preferred : way) === 'multipart')
    return { kind: 'ready', body: { request: undefined, parts: partsOf(schema.shape, request, files) } }
  if (isLarge) return { kind: 'refused', why: tooLarge }
  return { kind: 'ready', body: { request, files: sent } }
}

const tooLarge = 'Too large for JSON (over 16 MB): send it as multipart.'

/** Files by the hash of their bytes, as `requestBody` takes them, and the references to them. */
export async function heldFiles(named: readonly (NamedFile & { readonly sha256?: string | undefined })[]) {
  return await Promise.all(
    named.map(async ({ name, blob, sha256: known }) => {
      const sha256 = known ?? (await hashOf(blob))
      return { sha256, name, blob, reference: fileReference(blob.type, sha256) }
    }),
  )
}

/** Every field as a text, a list of texts as one part each, then the files of every field in their order. */
function partsOf(shape: WithFiles['schema']['shape'], request: Fields, files: readonly HeldFile[]): readonly Part[] {
  const texts: Part[] = []
  const held: Part[] = []
  for (const [name, value] of Object.entries(request)) {
    const items = Array.isArray(value) ? value : [value]
    const found = items.map((item) => files.find(({ sha256 }) => sha256 === referenceIn(item)))
    const schema = ownOf(shape, name)
    const formName = (schema && fields.get(schema)?.file?.formName) ?? (Array.isArray(value) ? `${name}[]` : name)
    const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
    if (isTexts && found.every((file) => file === undefined))
      texts.push(...value.map((item): Part => ({ kind: 'text', name: `${name}[]`, value: item })))
    else if (found.every((file) => file === undefined))
      texts.push({ kind: 'text', name, value: typeof value === 'string' ? value : JSON.stringify(value) })
    else
      found.forEach((file, at) => {
        if (file) held.push({ kind: 'file', name: formName, file: { name: file.name, blob: file.blob } })
        else texts.push({ kind: 'text', name: formName, value: String(addressIn(items[at])) })
      })
  }
  return [...texts, ...held]
}

/** The reference or address of a file in JSON: the value itself, or its `image_url`. */
export const addressIn = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'image_url' in item ? item.image_url : item

/** The hash of the file that an item refers to. */
export const referenceIn = (item: unknown): string | undefined => liftedFile(addressIn(item))
