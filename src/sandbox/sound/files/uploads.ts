import { isRecord, type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { contentBytes } from '../../picture/inputs.ts'
import { refusal } from '../../refusal.ts'

/** The longest recording, in seconds. */
export const mostSeconds = 600

export interface Upload {
  readonly bytes: Uint8Array
  readonly field: string
}

/** The fields that a recording may come in, the usual one first. */
const fields = ['file', 'audio', 'input_audio', 'audio_base64', 'url', 'source_url', 'cloud_storage_url']

/** Unwraps `{ data, format }` and the like to a file or a text. */
function contentOf(value: unknown): unknown {
  if (!isRecord(value) || value instanceof Blob) return value
  return contentOf(value.data ?? value.b64_json ?? value.base64 ?? value.url)
}

const isUrl = (text: string) => /^\s*(?!data:)[a-z][a-z0-9+.-]*:/i.test(text)

const fieldOf = (body: JsonRecord) => fields.find((name) => ownOf(body, name) !== undefined) ?? 'file'

/** The address of a recording that is not sent along, and its field. */
export function sourceUrlOf(body: JsonRecord): { readonly url: string; readonly field: string } | undefined {
  const field = fieldOf(body)
  const content = contentOf(ownOf(body, field))
  return typeof content === 'string' && isUrl(content) ? { url: content.trim(), field } : undefined
}

/** The recording of a request, from whichever field it came in. Throws a refusal that names the field. */
export async function uploadOf(body: JsonRecord): Promise<Upload> {
  const field = fieldOf(body)
  const content = contentOf(ownOf(body, field))
  if (!(content instanceof Blob) && typeof content !== 'string')
    throw refusal(`${field}: send a file, a data URL or base64.`, field)
  const bytes = await contentBytes(content, field, 'file')
  if (bytes.length === 0) throw refusal(`${field}: the file is empty.`, field)
  return { bytes, field }
}
