import { randomUUID } from 'node:crypto'
import { recordingIn } from '#contract/audio/audio-fields.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { extensionOf } from '#media/media-type.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { badRequest } from '../http/router-error.ts'

/** A remote server that a provider forwards to: one base URL with its key. */
export interface Upstream {
  /** The provider's id; error messages begin with it. */
  readonly name: string
  /** http or https, with the path that all routes are below, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Sent with every request, the key among them. Nothing of a client's headers is. */
  readonly headers: Readonly<Record<string, string>>
  /** Added to every address, such as Azure's `api-version`. */
  readonly query?: Readonly<Record<string, string>>
  /** The secrets among the headers and the query: nothing of a reply that clients see may hold one. */
  readonly keys: readonly string[]
}

/** The address of a path below the base URL. Throws for a path that leads out of it: the key goes to its own host and path only. */
export function addressOf(
  { baseUrl, query }: Upstream,
  path: `/${string}`,
  more: Readonly<Record<string, string>> | URLSearchParams = {},
): URL {
  const base = new URL(baseUrl)
  const root = base.pathname.replace(/\/+$/, '')
  const url = new URL(base)
  url.pathname = root + path
  // The setter resolves `..` and encodes `?` and `#`.
  if (!url.pathname.startsWith(`${root}/`)) throw new RangeError('The path leads out of the base URL.')
  for (const [name, value] of [...Object.entries(query ?? {}), ...new URLSearchParams(more)])
    url.searchParams.append(name, value)
  return url
}

export interface UpstreamBody {
  readonly type: string
  readonly length: number
  /** The bytes, read once. Files are read from disk as the upstream takes them. */
  chunks(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export function jsonBody(value: unknown): UpstreamBody {
  const bytes = Buffer.from(JSON.stringify(value))
  return { type: 'application/json', length: bytes.length, chunks: () => [bytes] }
}

/** One field of a form: a file's name is that of the File, or `fileName`. */
export type FormField = readonly [name: string, value: string | Blob, fileName?: string]

/** As browsers write names in a form (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string) =>
  `"${name.replace(/[\r\n"]/g, (one) => ownOf({ '\r': '%0D', '\n': '%0A', '"': '%22' }, one) ?? one)}"`

function headOf([name, value, fileName]: FormField): string {
  const named = `Content-Disposition: form-data; name=${quoted(name)}`
  if (typeof value === 'string') return `${named}\r\n\r\n`
  const file = fileName ?? (value instanceof File && value.name !== '' ? value.name : 'file')
  return `${named}; filename=${quoted(file)}\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`
}

export function formBody(fields: readonly FormField[]): UpstreamBody {
  const boundary = `patchbay-${randomUUID()}`
  const parts = fields.flatMap((field): (Buffer | Blob)[] => {
    const [, value] = field
    const head = Buffer.from(`--${boundary}\r\n${headOf(field)}`)
    return [head, typeof value === 'string' ? Buffer.from(value) : value, Buffer.from('\r\n')]
  })
  const all = [...parts, Buffer.from(`--${boundary}--\r\n`)]
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: all.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0),
    async *chunks() {
      for (const part of all) {
        if (part instanceof Blob) yield* part.stream()
        else yield part
      }
    },
  }
}

/** A request's recording: the file that was sent along, or the address of one that the provider is to fetch; and the other fields. */
export interface Recording {
  readonly source: File | { readonly url: string }
  readonly rest: Readonly<Record<string, unknown>>
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
  const { field, content } = recordingIn(body)
  const { [field]: _, ...rest } = body
  if (content instanceof Blob) return { source: await named(content), rest }
  if (typeof content !== 'string') throw badRequest(`${field}: send a file, a data URL or base64.`, { param: field })
  if (/^\s*https?:/i.test(content)) return { source: { url: content.trim() }, rest }
  return { source: await named(decoded(content, field)), rest }
}
