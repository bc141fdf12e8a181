import { isRecord, ownOf } from '#contract/core/loose-json.ts'
import { extensionOf } from '#media/media-type.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { badRequest } from '../http/router-error.ts'

/** The fields that a recording may come in (wire-facts §7.3), the usual one first. */
const fields = ['file', 'audio', 'input_audio', 'audio_base64', 'url', 'source_url', 'cloud_storage_url']

/** A request's recording: the file that was sent along, or the address of one that the provider is to fetch; and the other fields. */
export interface Recording {
  readonly source: File | { readonly url: string }
  readonly rest: Readonly<Record<string, unknown>>
}

/** Unwraps `{ data, format }` and the like to a file or a text. */
function contentOf(value: unknown): unknown {
  if (!isRecord(value) || value instanceof Blob) return value
  return contentOf(value.data ?? value.b64_json ?? value.base64 ?? value.url)
}

/** A file with a name that has an extension: upstreams tell the format by it. */
async function named(blob: Blob): Promise<File> {
  if (blob instanceof File && /\.\w+$/.test(blob.name)) return blob
  const type = sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer())) ?? blob.type
  return new File([blob], `recording.${extensionOf(type)}`, { type: type || 'application/octet-stream' })
}

function decoded(text: string, field: string): Blob {
  const [, base64 = text] = /^\s*data:[^,]*;\s*base64\s*,(.*)$/is.exec(text) ?? []
  const compact = base64.replace(/\s+/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(compact)) throw badRequest(`${field}: neither a data URL nor base64.`, { param: field })
  return new Blob([Buffer.from(compact, 'base64')])
}

/** Takes the recording out of a body, under whichever of the known names it came. Throws a 400 that names the field. */
export async function recordingOf(body: Readonly<Record<string, unknown>>): Promise<Recording> {
  const field = fields.find((name) => ownOf(body, name) !== undefined) ?? 'file'
  const { [field]: _, ...rest } = body
  const content = contentOf(ownOf(body, field))
  if (content instanceof Blob) return { source: await named(content), rest }
  if (typeof content !== 'string') throw badRequest(`${field}: send a file, a data URL or base64.`, { param: field })
  if (/^\s*https?:/i.test(content)) return { source: { url: content.trim() }, rest }
  return { source: await named(decoded(content, field)), rest }
}
