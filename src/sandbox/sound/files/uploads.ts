import { recordingIn } from '#contract/audio/audio-fields.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { contentBytes } from '../../picture/inputs.ts'
import { refusal } from '../../refusal.ts'

/** The longest recording, in seconds. */
export const mostSeconds = 600

export interface Upload {
  readonly bytes: Uint8Array
  readonly field: string
}

const isUrl = (text: string) => /^\s*(?!data:)[a-z][a-z0-9+.-]*:/i.test(text)

/** The address of a recording that is not sent along, and its field. */
export function sourceUrlOf(body: JsonRecord): { readonly url: string; readonly field: string } | undefined {
  const { field, content } = recordingIn(body)
  return typeof content === 'string' && isUrl(content) ? { url: content.trim(), field } : undefined
}

/** The recording of a request, from whichever field it came in. Throws a refusal that names the field. */
export async function uploadOf(body: JsonRecord): Promise<Upload> {
  const { field, content } = recordingIn(body)
  if (!(content instanceof Blob) && typeof content !== 'string')
    throw refusal(`${field}: send a file, a data URL or base64.`, field)
  const bytes = await contentBytes(content, field, 'file')
  if (bytes.length === 0) throw refusal(`${field}: the file is empty.`, field)
  return { bytes, field }
}
