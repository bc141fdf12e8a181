import { recordOf } from '#contract/core/loose-json.ts'
import { dataUrl } from '#media/data-url.ts'
import { fileMark, markedFile } from '../client/read/media-in.ts'

/** A data URL with a file's hash where its base64 belongs, as in the request of a `RunDraft`; read again by `liftedFile`. */
export const fileReference = (type: string, sha256: string): string => dataUrl(type, fileMark(sha256))

/** The hash of the file that a value of a request refers to; undefined where it refers to none. */
export function liftedFile(value: unknown): string | undefined {
  return typeof value === 'string' && /^data:/i.test(value) ? markedFile(value) : undefined
}

/** The same of a sound, `{ data, format }`: its base64 has no head of a data URL, and nor has the hash in its place. */
export function liftedSound(sound: unknown): string | undefined {
  const { data } = recordOf(sound)
  return liftedFile(data) === undefined ? markedFile(data) : undefined
}

/** The `data` of such a sound with a file's hash, as in the request of a `RunDraft`. */
export const soundReference = fileMark

/** The field whose value is such a sound. */
export const soundField = 'input_audio'

/** The hash of the file in whose place a value of a reply stands: bare, or in a data URL; undefined for other values. */
export const hashIn = (value: unknown): string | undefined => markedFile(value)

/** The hashes of the files in a request, each as often as it is referred to. */
export function marksIn(request: unknown): readonly string[] {
  const marks: string[] = []
  JSON.stringify(request, (name, value: unknown) => {
    const mark = name === soundField ? liftedSound(value) : liftedFile(value)
    if (mark !== undefined) marks.push(mark)
    return value
  })
  return marks
}
