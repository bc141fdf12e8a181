import { defined } from '#contract/core/loose-json.ts'

/** What a reply says of the file that it is, or is a part of. */
export interface Entity {
  /** In bytes; undefined where it is not stated, or states a compressed length. */
  readonly total?: number
  /** A strong `ETag` or `Last-Modified`; without one, a rest cannot be asked for. */
  readonly validator?: string
  /** Of another origin: the page may send no `If-Range` there without being asked for it, and cannot read every header. */
  readonly isForeign: boolean
}

/** The file of a whole reply. `now` is the wall clock in ms. */
export function entityOf(reply: Response, now: number): Entity {
  const { headers } = reply
  const isForeign = reply.type === 'cors'
  // A compressed body states its compressed length, and ranges count compressed bytes.
  if (isEncoded(headers)) return { isForeign }
  const total = reply.status === 206 ? contentRange(headers)?.total : lengthOf(headers)
  return { ...defined({ total, validator: validatorOf(headers, now) }), isForeign }
}

const isEncoded = (headers: Headers) => !/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '')

function lengthOf(headers: Headers): number | undefined {
  const said = headers.get('content-length')?.trim() ?? ''
  return /^\d+$/.test(said) ? Number(said) : undefined
}

/** By RFC 9110, §13.1.5: a date counts only where there is no entity tag, and where it is older than the reply. */
function validatorOf(headers: Headers, now: number): string | undefined {
  if (/^none$/i.test(headers.get('accept-ranges')?.trim() ?? '')) return undefined
  const etag = headers.get('etag')?.trim()
  if (etag) return /^"[^"]*"$/.test(etag) ? etag : undefined
  const modified = headers.get('last-modified')?.trim() ?? ''
  const replied = Date.parse(headers.get('date') ?? '')
  const age = (Number.isNaN(replied) ? now : replied) - Date.parse(modified)
  return age >= 1000 ? modified : undefined
}

/** The headers that ask for the rest of a file behind its first `size` bytes; undefined where that is not possible. */
export function restHeaders(size: number, { validator, isForeign }: Entity): Record<string, string> | undefined {
  if (size === 0 || validator === undefined) return undefined
  // `If-Range` would need a preflight on hosts that are asked without one: there, the validator of the reply is compared.
  return { Range: `bytes=${size}-`, ...(!isForeign && { 'If-Range': validator }) }
}

/** The bounds that a reply states; `end` is inclusive. */
interface ContentRange {
  readonly start: number
  readonly end: number
  readonly total?: number
}

function contentRange(headers: Headers): ContentRange | undefined {
  const [, start, end, total] =
    /^bytes\s+(\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? []
  if (start === undefined || end === undefined) return undefined
  return { start: Number(start), end: Number(end), ...(total !== '*' && { total: Number(total) }) }
}

/** Whether a 206 is the whole of a file: some servers send it unasked. */
export function isWholeRange({ headers }: Response): boolean {
  const range = contentRange(headers)
  return range?.start === 0 && range.end + 1 === range.total
}

/** Whether a 206 is the rest of this file behind its first `size` bytes. */
export function isRest(reply: Response, size: number, entity: Entity): boolean {
  const { headers } = reply
  if (reply.status !== 206 || isEncoded(headers) || !isSame(headers, entity)) return false
  const range = contentRange(headers)
  // Other origins need not let the page read it: then the length is compared.
  if (range === undefined)
    return entity.isForeign && entity.total !== undefined && lengthOf(headers) === entity.total - size
  const isSameTotal = range.total === undefined || entity.total === undefined || range.total === entity.total
  const last = range.total ?? entity.total
  return range.start === size && isSameTotal && (last === undefined || range.end + 1 === last)
}

/** Whether the validator is unchanged. It may be absent from the reply to an `If-Range`, which is one for the same file. */
function isSame(headers: Headers, { validator = '', isForeign }: Entity): boolean {
  const said = headers.get(validator.startsWith('"') ? 'etag' : 'last-modified')?.trim()
  return said === undefined ? !isForeign : said === validator
}

/** The length of the file that the reply to a rest states, where it is not known yet. */
export function totalOf({ headers }: Response): number | undefined {
  return contentRange(headers)?.total
}

/** Whether a 416 says that the file ends where these bytes end. Counts only as a reply to `If-Range`. */
export function endsHere({ status, headers }: Response, size: number, { total = size, isForeign }: Entity): boolean {
  const [, said] = /^bytes\s+\*\/(\d+)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? []
  return status === 416 && !isForeign && Number(said) === size && total === size
}
