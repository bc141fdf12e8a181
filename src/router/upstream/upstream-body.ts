import { randomUUID } from 'node:crypto'
import { ownOf } from '#contract/core/loose-json.ts'

/** A request's body whose length is known before it is sent. */
export interface UpstreamBody {
  /** The media type. */
  readonly type: string
  /** Bytes. */
  readonly length: number
  /** The bytes, read once. Files are read from disk as the upstream takes them. */
  chunks(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** A value as JSON. */
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

/** Fields as `multipart/form-data`, in their order. */
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
