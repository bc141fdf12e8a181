import { defined } from '#contract/core/loose-json.ts'
import { isWholeMovie } from '#media/video/whole-movie.ts'
import type { ReplyFile } from '../exchange.ts'
import { GatheredBytes } from '../read/media/read-bytes.ts'
import { readBodyText } from '../read/read-response.ts'

export interface DownloadProgress {
  /** `waiting`: it was cut, and goes on by itself. */
  readonly state: 'fetching' | 'waiting'
  readonly received: number
  readonly total?: number
}

/** `refused`: a status of failure. `no-reply`: not even that. `cut`: broke off and could not be continued. `too-large`: over the cap. */
export type Fetched =
  | { readonly status: 'whole'; readonly file: ReplyFile; readonly reply: Response }
  | { readonly status: 'refused'; readonly reply: Response; readonly text: string }
  | { readonly status: 'no-reply'; readonly cause: unknown; readonly isSlow: boolean }
  | { readonly status: 'cut' | 'too-large' | 'cancelled' }

export interface DownloadTools {
  readonly ask: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  /** The cap in bytes, given whether the bytes begin as an image, audio or video does. */
  readonly cap: (isMedium: boolean) => number
  /** Milliseconds before the next try, after `tries` without a new byte of which `received` would be lost; undefined ends the download. */
  readonly pause: (trouble: Fetched, tries: number, received: number) => number | undefined
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How often a file is begun anew: each costs all bytes so far. */
const mostRestarts = 4

/** In ms: a try ends when no byte comes for so long. */
const patience = 120_000

/** In ms: the shortest interval between two reports of progress. */
const quiet = 100

/**
 * Downloads one file to its last byte. What is cut is continued with a `Range` where the server states a strong validator, else begun anew;
 * bytes of two versions are never joined. A movie of unstated length, or longer than stated, must also be complete by its own structure.
 * Never throws.
 */
export async function* downloadFile(
  tools: DownloadTools,
  signal: AbortSignal,
): AsyncGenerator<DownloadProgress, Fetched> {
  const download = new Download(tools, signal)
  let [tries, farthest] = [0, 0]
  for (;;) {
    const ended = yield* download.attempt()
    if (ended.status === 'whole') return ended
    if (signal.aborted) return { status: 'cancelled' }
    if (ended.status === 'too-large') return ended
    if (download.received > farthest) tries = 0
    farthest = Math.max(farthest, download.received)
    const ms = download.restarts > mostRestarts ? undefined : tools.pause(ended, tries, download.received)
    if (ms === undefined) return ended
    tries += 1
    yield { ...download.progress, state: 'waiting' }
    await tools.wait(ms, signal)
    if (signal.aborted) return { status: 'cancelled' }
  }
}

class Download {
  readonly #tools: DownloadTools
  readonly #signal: AbortSignal
  readonly #bytes = new GatheredBytes()
  #entity: Entity = { isForeign: false }
  #reply: Response | undefined
  #restarts = 0
  #told = Number.NEGATIVE_INFINITY

  constructor(tools: DownloadTools, signal: AbortSignal) {
    this.#tools = tools
    this.#signal = signal
  }

  get received(): number {
    return this.#bytes.size
  }

  get progress(): DownloadProgress {
    const { total } = this.#entity
    return { state: 'fetching', received: this.received, ...(total !== undefined && { total }) }
  }

  get restarts(): number {
    return this.#restarts
  }

  async *attempt(): AsyncGenerator<DownloadProgress, Fetched> {
    const idle = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), patience)
    }
    const rest = restHeaders(this.received, this.#entity)
    try {
      touch()
      const reply = await this.#tools.ask(rest ?? {}, AbortSignal.any([this.#signal, idle.signal]))
      if (rest && endsHere(reply, this.received, this.#entity)) return await this.#atEnd(reply)
      if (!reply.ok && reply.status !== 416) return await refused(reply)
      if (!this.#isUsable(reply, rest !== undefined)) {
        if (!rest) return await refused(reply)
        await reply.body?.cancel()
        this.#restart()
        return { status: 'cut' }
      }
      return yield* this.#read(reply, touch)
    } catch (cause) {
      return { status: 'no-reply', cause, isSlow: idle.signal.aborted }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Whether the body of a reply can be read; its bytes are then those behind the bytes so far. */
  #isUsable(reply: Response, isRestAsked: boolean): boolean {
    if (isRestAsked && isRest(reply, this.received, this.#entity)) {
      const total = totalOf(reply)
      if (total !== undefined) this.#entity = { ...this.#entity, total }
      return true
    }
    if (reply.status === 416 || (reply.status === 206 && !isWholeRange(reply))) return false
    this.#restart()
    this.#entity = entityOf(reply)
    this.#reply = reply
    return true
  }

  #restart(): void {
    if (this.received > 0) this.#restarts += 1
    this.#bytes.clear()
    this.#entity = { isForeign: this.#entity.isForeign }
  }

  async *#read(reply: Response, touch: () => void): AsyncGenerator<DownloadProgress, Fetched> {
    const source = reply.body?.getReader()
    try {
      while (source) {
        const { done, value } = await source.read()
        if (done) return await this.#atEnd(reply)
        touch()
        this.#bytes.push(value)
        const { received } = this
        const { total = received, isForeign } = this.#entity
        const cap = this.#tools.cap(/^(?:image|audio|video)\//.test(this.#bytes.type ?? ''))
        if (Math.max(received, total) > cap) return { status: 'too-large' }
        // A browser reads no more than stated: this body is compressed, which other origins need not let the page see.
        if (received > total && isForeign && reply.status === 200) this.#entity = { isForeign }
        else if (received > total) {
          this.#restart()
          return { status: 'cut' }
        }
        if (performance.now() - this.#told < quiet) continue
        this.#told = performance.now()
        yield this.progress
      }
      return await this.#atEnd(reply)
    } catch {
      return { status: 'cut' }
    } finally {
      void source?.cancel().catch(() => {})
    }
  }

  async #atEnd(reply: Response): Promise<Fetched> {
    const { total } = this.#entity
    if (total !== undefined && total !== this.received) return { status: 'cut' }
    if (reply.status !== 416 && (await this.#isTorn()) && (total === undefined || (await this.#hasMore())))
      return { status: 'cut' }
    const first = this.#reply ?? reply
    return { status: 'whole', file: this.#bytes.file(first.headers.get('content-type') ?? ''), reply: first }
  }

  async #hasMore(): Promise<boolean> {
    const reply = await this.#tools.ask({ Range: `bytes=${this.received}-` }, this.#signal).catch(() => undefined)
    await reply?.body?.cancel()
    return reply?.status === 206
  }

  async #isTorn(): Promise<boolean> {
    return (await isWholeMovie(this.#bytes.blob(), this.#bytes.type ?? '')) === false
  }
}

const longestRefusal = 2 ** 20

async function refused(reply: Response): Promise<Fetched> {
  return { status: 'refused', reply, text: (await readBodyText(reply, longestRefusal)).text }
}

interface Entity {
  /** In bytes; undefined where it is not stated, or states a compressed length. */
  readonly total?: number
  /** A strong `ETag` or `Last-Modified`; without one, a rest cannot be asked for. */
  readonly validator?: string
  /** Of another origin: the page may send no `If-Range` there without being asked for it, and cannot read every header. */
  readonly isForeign: boolean
}

function entityOf(reply: Response): Entity {
  const { headers } = reply
  const isForeign = reply.type === 'cors'
  // A compressed body states its compressed length, and ranges count compressed bytes.
  if (isEncoded(headers)) return { isForeign }
  const total = reply.status === 206 ? contentRange(headers)?.total : lengthOf(headers)
  return { ...defined({ total, validator: validatorOf(headers) }), isForeign }
}

const isEncoded = (headers: Headers) => !/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '')

function lengthOf(headers: Headers): number | undefined {
  const said = headers.get('content-length')?.trim() ?? ''
  return /^\d+$/.test(said) ? Number(said) : undefined
}

/** By RFC 9110, §13.1.5: a date counts only where there is no entity tag, and where it is older than the reply. */
function validatorOf(headers: Headers): string | undefined {
  if (/^none$/i.test(headers.get('accept-ranges')?.trim() ?? '')) return undefined
  const etag = headers.get('etag')?.trim()
  if (etag) return /^"[^"]*"$/.test(etag) ? etag : undefined
  const modified = headers.get('last-modified')?.trim() ?? ''
  const replied = Date.parse(headers.get('date') ?? '')
  const age = (Number.isNaN(replied) ? Date.now() : replied) - Date.parse(modified)
  return age >= 1000 ? modified : undefined
}

/** The headers that ask for the rest of a file behind its first `size` bytes; undefined where that is not possible. */
function restHeaders(size: number, { validator, isForeign }: Entity): Record<string, string> | undefined {
  if (size === 0 || validator === undefined) return undefined
  // `If-Range` would need a preflight on hosts that are asked without one: there, the validator of the reply is compared.
  return { Range: `bytes=${size}-`, ...(!isForeign && { 'If-Range': validator }) }
}

/** The bounds that a reply states; `end` is inclusive. */
function contentRange(headers: Headers) {
  const [, start, end, total] =
    /^bytes\s+(\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? []
  if (start === undefined || end === undefined) return undefined
  return { start: Number(start), end: Number(end), total: total === '*' ? undefined : Number(total) }
}

/** Whether a 206 is the whole of a file: some servers send it unasked. */
function isWholeRange({ headers }: Response): boolean {
  const range = contentRange(headers)
  return range?.start === 0 && range.end + 1 === range.total
}

function isRest(reply: Response, size: number, entity: Entity): boolean {
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

function totalOf({ headers }: Response): number | undefined {
  return contentRange(headers)?.total
}

/** Whether a 416 says that the file ends where these bytes end. Counts only as a reply to `If-Range`. */
function endsHere({ status, headers }: Response, size: number, { total = size, isForeign }: Entity): boolean {
  const [, said] = /^bytes\s+\*\/(\d+)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? []
  return status === 416 && !isForeign && Number(said) === size && total === size
}
