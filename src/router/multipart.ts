import { endedEarly } from './read-body.ts'
import { badRequest } from './router-error.ts'

/** One part of a form: a file where it has a file name, else a text. */
export interface Part {
  readonly name: string
  readonly value: string | Blob
}

const mostHeadBytes = 16 * 1024
const mostParts = 1000
const headEnd = Buffer.from('\r\n\r\n')

const malformed = (what: string) => badRequest(`The form is malformed: ${what}.`, { code: 'invalid_multipart' })

interface Head {
  readonly name: string
  readonly isFile: boolean
  /** A file without a name: with no bytes either, it is a browser's field in which no file was chosen. */
  readonly isUnnamed: boolean
  readonly type: string
}

/** `name="…"` of a header; browsers write quotes and line ends in it as `%22`, `%0D` and `%0A`. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(header)
  return found?.[1]?.replace(/\\(["\\])/g, '$1').replace(/%(22|0D|0A)/gi, decodeURIComponent) ?? found?.[2]
}

function headOf(text: string): Head {
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

function partOf({ name, isFile, type }: Head, chunks: readonly Buffer[]): Part {
  if (isFile)
    return {
      name,
      value: new Blob(
        chunks.map((chunk) => new Uint8Array(chunk)),
        { type },
      ),
    }
  try {
    return { name, value: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    throw badRequest(`${name} is not valid UTF-8. A part that is a file needs a filename.`, {
      param: name,
      code: 'invalid_utf8',
    })
  }
}

/** Cuts a form into its parts while it comes in. What is left at the end tells whether the form was whole. */
class Cutter {
  readonly parts: Part[] = []
  readonly #delimiter: Buffer
  /** As if a line ended before the first delimiter. */
  #rest: Buffer = Buffer.from('\r\n')
  #state: 'before' | 'head' | 'content' | 'behind' = 'before'
  #head: Head | undefined
  #content: Buffer[] = []

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  get isWhole(): boolean {
    return this.#state === 'behind'
  }

  push(chunk: Uint8Array): void {
    if (this.#state === 'behind') return
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#state === 'head' ? this.#readHead() : this.#readContent());
  }

  /** Whether a head was there; then content follows. */
  #readHead(): boolean {
    if (this.#rest.subarray(0, 2).toString('latin1') === '--') {
      this.#state = 'behind'
      return false
    }
    const end = this.#rest.indexOf(headEnd)
    if (end < 0 && this.#rest.length > mostHeadBytes) throw malformed('the head of a part is too long')
    if (end < 0) return false
    if (this.parts.length >= mostParts) throw malformed(`more than ${mostParts} parts`)
    this.#head = headOf(this.#rest.subarray(0, end).toString('utf8'))
    // The line end behind the head may belong to the next delimiter.
    this.#rest = this.#rest.subarray(end + 2)
    this.#state = 'content'
    this.#content = []
    return true
  }

  /** Whether a delimiter was there; then the head of the next part follows. */
  #readContent(): boolean {
    const at = this.#rest.indexOf(this.#delimiter)
    const end = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length) : at
    if (this.#state === 'content') this.#content.push(this.#rest.subarray(0, end))
    this.#rest = this.#rest.subarray(at < 0 ? end : at + this.#delimiter.length)
    if (at < 0) return false
    if (this.#head) this.#take(this.#head)
    this.#head = undefined
    this.#state = 'head'
    return true
  }

  #take(head: Head): void {
    const part = partOf(head, this.#trimmed())
    const isUnchosen = head.isUnnamed && part.value instanceof Blob && part.value.size === 0
    if (!isUnchosen) this.parts.push(part)
  }

  /** Without the line end that parts head and content. */
  #trimmed(): Buffer[] {
    const content = [...this.#content]
    let left = 2
    while (left > 0 && content.length > 0) {
      const first = content[0] ?? Buffer.alloc(0)
      const cut = Math.min(left, first.length)
      content[0] = first.subarray(cut)
      left -= cut
      if (content[0].length === 0) content.shift()
    }
    return content
  }
}

/** The parts of a form in their order. Files are held in memory, off the heap. What is no whole form is a 400. */
export async function readParts(chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<readonly Part[]> {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw malformed('there is no boundary')
  const cutter = new Cutter(boundary)
  for await (const chunk of chunks) cutter.push(chunk)
  if (!cutter.isWhole) throw endedEarly()
  return cutter.parts
}
