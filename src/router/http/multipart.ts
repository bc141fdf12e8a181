import { badRequest } from './errors.ts'

/** What the head of a part says. */
export interface PartHead {
  readonly name: string
  readonly isFile: boolean
  /** A file without a name: with no bytes either, it is a browser's field in which no file was chosen. */
  readonly isUnnamed: boolean
  readonly type: string
}

/** One step through a form: the head of a part, then its bytes in pieces, then its end. */
export type FormStep =
  | { readonly kind: 'head'; readonly head: PartHead }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'end' }

const mostHeadBytes = 16 * 1024
const mostParts = 1000
const headEnd = Buffer.from('\r\n\r\n')

const malformed = (what: string) => badRequest(`The form is malformed: ${what}.`, { code: 'invalid_multipart' })

/** `name="…"` of a header; browsers write quotes and line ends in it as `%22`, `%0D` and `%0A`. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(header)
  return found?.[1]?.replace(/\\(["\\])/g, '$1').replace(/%(22|0D|0A)/gi, decodeURIComponent) ?? found?.[2]
}

function headOf(text: string): PartHead {
  const lines = text.split('\r\n')
  const line = (name: string) => lines.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ''
  const disposition = line('content-disposition')
  const name = parameter(disposition, 'name')
  if (name === undefined) throw malformed('a part has no name')
  const type = line('content-type').slice('content-type:'.length).trim()
  const isFile = /;\s*filename\*?=/i.test(disposition) || (type !== '' && !/^text\/plain\b/i.test(type))
  const isUnnamed = parameter(disposition, 'filename') === ''
  return { name, isFile, isUnnamed, type: type || 'application/octet-stream' }
}

/** Cuts a form into its parts while it comes in; it holds no more than a piece and the head of a part. */
export class FormCutter {
  readonly #delimiter: Buffer
  /** As if a line ended before the first delimiter. */
  #rest: Buffer = Buffer.from('\r\n')
  #state: 'before' | 'head' | 'content' | 'behind' = 'before'
  #parts = 0
  /** What is left of the line end that parts head and content. */
  #lead = 0

  /** A type without a boundary is a 400. */
  constructor(contentType: string) {
    const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(contentType) ?? []
    const boundary = quoted ?? bare
    if (boundary === undefined) throw malformed('there is no boundary')
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** Whether the form came to its end. */
  get isWhole(): boolean {
    return this.#state === 'behind'
  }

  *cut(chunk: Uint8Array): Generator<FormStep, void> {
    if (this.#state === 'behind') return
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let goesOn = true; goesOn; ) goesOn = yield* this.#state === 'head' ? this.#readHead() : this.#readContent()
  }

  /** Gives whether a head was there; then content follows. */
  *#readHead(): Generator<FormStep, boolean> {
    if (this.#rest.subarray(0, 2).toString('latin1') === '--') {
      this.#state = 'behind'
      return false
    }
    const end = this.#rest.indexOf(headEnd)
    if (end < 0 && this.#rest.length > mostHeadBytes) throw malformed('the head of a part is too long')
    if (end < 0) return false
    if (this.#parts >= mostParts) throw malformed(`more than ${mostParts} parts`)
    this.#parts += 1
    yield { kind: 'head', head: headOf(this.#rest.subarray(0, end).toString('utf8')) }
    // The line end behind the head may belong to the next delimiter.
    this.#rest = this.#rest.subarray(end + 2)
    this.#lead = 2
    this.#state = 'content'
    return true
  }

  /** Gives whether a delimiter was there; then the head of the next part follows. */
  *#readContent(): Generator<FormStep, boolean> {
    const at = this.#rest.indexOf(this.#delimiter)
    const end = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length) : at
    const skipped = Math.min(this.#lead, end)
    this.#lead -= skipped
    const bytes = this.#rest.subarray(skipped, end)
    this.#rest = this.#rest.subarray(at < 0 ? end : at + this.#delimiter.length)
    const isContent = this.#state === 'content'
    if (isContent && bytes.length > 0) yield { kind: 'bytes', bytes }
    if (at < 0) return false
    if (isContent) yield { kind: 'end' }
    this.#state = 'head'
    return true
  }
}
