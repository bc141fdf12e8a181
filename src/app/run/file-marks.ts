import { dataUrl } from '#media/data-url.ts'
import { fileMark, markedFile } from '../client/read/media-in.ts'

/** A data URL with a file's hash where its base64 belongs, as in the request of a `RunDraft`; read again by `liftedFile`. */
export const fileReference = (type: string, sha256: string): string => dataUrl(type, fileMark(sha256))

/** The hash of the file that a value of a request refers to; undefined where it refers to none. */
export function liftedFile(value: unknown): string | undefined {
  return typeof value === 'string' && /^data:/i.test(value) ? markedFile(value) : undefined
}

/** The hash of the file in whose place a value of a reply stands: bare, or in a data URL; undefined for other values. */
export const hashIn = (value: unknown): string | undefined => markedFile(value)

/** The hashes of the files in a request, each as often as it is referred to. */
export function marksIn(request: unknown): readonly string[] {
  const marks: string[] = []
  JSON.stringify(request, (_, value: unknown) => {
    const mark = liftedFile(value)
    if (mark !== undefined) marks.push(mark)
    return value
  })
  return marks
}
