import * as z from 'zod/mini'
import type { NamedFile } from '../../../files/named-file.ts'
import type { RunDraft } from '../../../run/run-draft.ts'

type Request = Readonly<Record<string, unknown>>
type Part = NonNullable<RunDraft['parts']>[number]

/** The files of an edit, as they are sent. */
export interface EditFiles {
  readonly pictures: readonly NamedFile[]
  readonly mask: NamedFile | undefined
}

/** What a run keeps beside its request, for JSON has no place for it. */
export const FileNames = z.object({ names: z.array(z.string()) })

/** What the pictures are called, in their order. */
export const namesOf = ({ pictures }: EditFiles): z.infer<typeof FileNames> => ({
  names: pictures.map(({ name }) => name),
})

/** Larger bodies are not sent as JSON (rulings). */
const mostJson = 16 * 1024 * 1024

/** As a form: a field for every parameter, `image[]` for every picture in their order, and `mask`. */
export function formBody(request: Request, { pictures, mask }: EditFiles): Pick<RunDraft, 'request' | 'parts'> {
  const fields = Object.entries(request).map(
    ([name, value]): Part => ({ kind: 'text', name, value: typeof value === 'string' ? value : JSON.stringify(value) }),
  )
  const file = (name: string, { name: called, blob }: NamedFile): Part => ({
    ...{ kind: 'file', name },
    file: { name: called, blob },
  })
  const files = [...pictures.map((picture) => file('image[]', picture)), ...(mask ? [file('mask', mask)] : [])]
  return { request: undefined, parts: [...fields, ...files] }
}

/** How many bytes the files take in JSON, as base64. */
const jsonSize = ({ pictures, mask }: EditFiles) =>
  [...pictures, ...(mask ? [mask] : [])].reduce((sum, { blob }) => sum + Math.ceil(blob.size / 3) * 4 + 60, 0)

/** As JSON with data URLs; undefined where that would be more than 16 MB. */
export async function jsonBody(request: Request, files: EditFiles): Promise<Pick<RunDraft, 'request'> | undefined> {
  if (jsonSize(files) > mostJson) return undefined
  const images = await Promise.all(files.pictures.map(reference))
  const mask = files.mask && (await reference(files.mask))
  return { request: { ...request, images, ...(mask && { mask }) } }
}

const reference = async ({ blob }: NamedFile) => ({ image_url: await dataUrl(blob) })

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
