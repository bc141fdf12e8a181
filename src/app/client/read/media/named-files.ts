import { download } from '../../download/download.ts'
import type { FileContext } from '../../download/file-request.ts'
import type { Chunk, ReplyFile } from '../../exchange.ts'
import type { MediaSource, RunEvent } from '../run-event.ts'

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>
type Media = Extract<RunEvent, { readonly kind: 'media' }>
type Named = Media & { readonly url: string }

const atOnce = 3

const mostAddresses = 16

/** In ms: the interval between empty chunks while bytes arrive. */
const quiet = 1000

interface NamedFiles {
  /** Splits a chunk: first the events without a URL, then each medium when its fetch has settled, last the `end`. */
  follow(chunk: EventChunk): AsyncGenerator<EventChunk, void>
}

export function createNamedFiles(context: FileContext, signal: AbortSignal): NamedFiles {
  let left = mostAddresses

  function limited(named: Named, onBytes: () => void): Promise<Fetched> {
    left -= 1
    if (left < 0) return Promise.resolve({ trouble: `Only the first ${mostAddresses} URLs of a reply are fetched.` })
    return fetchFile(context, named.url, { signal, onBytes })
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

type Fetched = { readonly file: ReplyFile } | Required<Pick<MediaSource, 'trouble'>>

interface FetchOptions {
  readonly signal: AbortSignal
  readonly onBytes: () => void
}

/**
 * Fetches one medium: with the key at the base URL's origin, through `reach` on other hosts. What is no medium by its bytes is dropped.
 * Never throws.
 */
async function fetchFile(context: FileContext, address: string, { signal, onBytes }: FetchOptions): Promise<Fetched> {
  const source = download(context, { url: address }, signal)
  let step = await source.next()
  for (; !step.done; step = await source.next()) onBytes()
  const found = step.value
  switch (found.status) {
    case 'file':
      return { file: found.file }
    case 'elsewhere':
      return { trouble: found.trouble }
    case 'cancelled':
      return { trouble: 'Stopped before the file was downloaded.' }
    case 'named':
      return { trouble: 'It links to other URLs, which are not fetched.' }
    default:
      return { trouble: found.error.message }
  }
}
