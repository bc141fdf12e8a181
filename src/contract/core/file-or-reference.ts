import * as z from 'zod/mini'
import { isRecord } from './loose-json.ts'

/**
 * Media inside a request: a Blob (multipart), a string (URL, data URL, base64) or an object that points to it
 * (`{ image_url }`, `{ file_id }`, `{ data, format }`). Which of them a provider takes is the provider's to say.
 */
export const fileOrReference = () =>
  z.custom<string | object>(
    (value) => (typeof value === 'string' ? value.length > 0 : isRecord(value)),
    'Send a file, a URL or a data URL.',
  )
