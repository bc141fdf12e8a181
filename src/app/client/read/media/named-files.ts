import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { networkError } from '../../client-error.ts'
import type { Chunk, Connection, ReplyFile } from '../../exchange.ts'
import { fetchRules } from '../../send/outgoing.ts'
import type { Reach } from '../../send/reach.ts'
import type { KeyMask } from '../key-mask.ts'
import type { MediaSource, RunEvent } from '../run-event.ts'
import { readBytes } from './read-bytes.ts'

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>
type Media = Extract<RunEvent, { readonly kind: 'media' }>
type Named = Media & { readonly url: string }

/** Addresses fetched at the same time. */
const atOnce = 3

/** Addresses fetched of one reply. */
const mostAddresses = 16

/** In ms: the interval between empty chunks while bytes arrive. */
const quiet = 1000

/** Fetches the media that the reply to one request names by URL. */
interface NamedFiles {
  /** Splits a chunk: first the events without a URL, then each medium when its fetch has settled, last the `end`. */
  follow(chunk: EventChunk): AsyncGenerator<EventChunk, void>
}

export function createNamedFiles(desk: FileDesk, signal: AbortSignal): NamedFiles {
  let left = mostAddresses

  function limited(named: Named, onBytes: () => void): Promise<Fetched> {
    left -= 1
    if (left < 0) return Promise.resolve({ trouble: `Only the first ${mostAddresses} URLs of a reply are fetched.` })
    return fetchFile(desk, named.url, { signal, onBytes })
  }

  return {
    async *follow(chunk) {
      const named = chunk.events.filter(isNamed)
      if (named.length === 0) return yield chunk
      const rest = chunk.events.filter((event) => !isNamed(event))
      const end = rest.filter(({ kind }) => kind === 'end')
      yield { ...chunk, events: rest.filter(({ kind }) => kind !== 'end') }
      yield* fetched(named, limited)
      if (end.length > 0) yield { kind: 'events', raw: [], events: end }
    },
  }
}

async function* fetched(
  named: readonly Named[],
  fetchOne: (one: Named, onBytes: () => void) => Promise<Fetched>,
): AsyncGenerator<EventChunk, void> {
  const waiting = [...named]
  const ready: EventChunk[] = []
  let open = 0
  let news = () => {}
  let told = 0
  const tellLife = () => {
    if (Date.now() - told < quiet) return
    told = Date.now()
    ready.push({ kind: 'events', raw: [], events: [] })
    news()
  }
  const begin = (one: Named) => {
    open += 1
    void fetchOne(one, tellLife).then((found) => {
      open -= 1
      ready.push(chunkOf(one, found))
      news()
    })
  }
  while (waiting.length > 0 || open > 0 || ready.length > 0) {
    while (open < atOnce && waiting.length > 0) {
      const [first] = waiting.splice(0, 1)
      if (first) begin(first)
    }
    if (ready.length === 0)
      await new Promise<void>((resolve) => {
        news = resolve
      })
    yield* ready.splice(0)
  }
}

function chunkOf(media: Named, found: Fetched): EventChunk {
  const files: readonly ReplyFile[] = 'file' in found ? [found.file] : []
  const told = 'file' in found ? { sha256: found.file.sha256 } : found
  return { kind: 'events', raw: [], events: [{ ...media, ...told }], ...(files.length > 0 && { files }) }
}

/** Not for data URLs whose bytes could not be extracted. */
function isNamed(event: RunEvent): event is Named {
  return event.kind === 'media' && event.url !== undefined && event.sha256 === undefined && !/^data:/i.test(event.url)
}

/** What fetching needs. Without `reach`, URLs of other hosts are not fetched. */
export interface FileDesk extends Connection {
  readonly fetch: typeof fetch
  readonly mask: KeyMask
  readonly reach?: Reach
}

/** The fetched file, or one sentence saying why there is none. */
type Fetched = { readonly file: ReplyFile } | Required<Pick<MediaSource, 'trouble'>>

/** Largest file in bytes, by the rulings. */
export const largestFile = 2 * 2 ** 30

/** The same for other hosts than the router's. */
const largestForeign = 512 * 2 ** 20

/** Timeout of one fetch, in ms. */
const patience = 120_000

interface FetchOptions {
  readonly signal: AbortSignal
  /** Called with every chunk. */
  readonly onBytes: () => void
}

/**
 * Fetches one medium: at the base URL's origin with the key, on other hosts through `createReach`, without it. Bytes that do not sniff as
 * image, audio or video are dropped. Never throws.
 */
async function fetchFile(desk: FileDesk, address: string, { signal, onBytes }: FetchOptions): Promise<Fetched> {
  const { baseUrl, mask, reach } = desk
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined
  if (url === undefined) return { trouble: 'This is not a URL.' }
  const isOwn = url.origin === new URL(baseUrl).origin
  if (!isOwn && reach === undefined) return { trouble: 'It is on another host and was not fetched.' }
  const who = isOwn ? 'The router' : `The host ${url.host}`
  const asked = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  try {
    const reply = isOwn || reach === undefined ? await askRouter(desk, url, asked) : await reach(url, asked)
    if (!reply.ok || isPage(reply)) {
      await reply.body?.cancel()
      return { trouble: reply.ok ? `${who} returned a web page instead of media.` : `${who} answered ${reply.status}.` }
    }
    const source = readBytes(reply, { cap: isOwn ? largestFile : largestForeign, stopped: () => signal.aborted })
    let step = await source.next()
    for (; !step.done; step = await source.next()) onBytes()
    const { file, how } = step.value
    if (file === undefined) return { trouble: 'This URL returned no data.' }
    if (how === 'answer-too-large') return { trouble: 'The file is too large for this app.' }
    if (how !== 'closed') return { trouble: 'The download was cut off.' }
    return (await isMedium(file.blob))
      ? { file }
      : { trouble: `${who} returned something that is not an image, audio or video.` }
  } catch (cause) {
    if (signal.aborted) return { trouble: 'Stopped before the file arrived.' }
    if (asked.aborted) return { trouble: `${who} took too long.` }
    const { message } = networkError(cause, mask)
    return {
      trouble:
        isOwn || !/fetch|load|network/i.test(message)
          ? message
          : `${who} does not allow this app to read it, or does not respond.`,
    }
  }
}

function askRouter({ fetch, key }: FileDesk, url: URL, signal: AbortSignal): Promise<Response> {
  const headers = key ? { Authorization: `Bearer ${key}` } : {}
  return fetch(url, { ...fetchRules('GET'), method: 'GET', headers, signal })
}

/** By the bytes alone, since the declared type is not trusted. SVG has no signature but its first element. */
async function isMedium(blob: Blob): Promise<boolean> {
  const type = sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer()))
  if (type !== undefined) return /^(?:image|audio|video)\//.test(type)
  const start = await blob.slice(0, 4096).text()
  return /^\s*<(?:svg|\?xml|!doctype\s+svg|!--)/i.test(start) && /<svg[\s>]/i.test(start)
}

const isPage = ({ headers }: Response) => /^(?:text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '')
