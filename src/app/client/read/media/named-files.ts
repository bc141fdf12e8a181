import type { Chunk, ReplyFile } from '../../exchange.ts'
import type { RunEvent } from '../run-event.ts'
import { type Fetched, type FileDesk, fetchFile } from './fetch-file.ts'

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>
type Media = Extract<RunEvent, { readonly kind: 'media' }>
type Named = Media & { readonly url: string }

/** So many addresses are read at the same time. */
const atOnce = 3

/** So many addresses of one reply are read. */
const mostAddresses = 16

/** How long nothing is told while bytes come, in ms. */
const quiet = 1000

/** Reads what the replies of one request name by addresses. */
interface NamedFiles {
  /**
   * The same news, in several chunks: at once what needs nothing more, then each picture as soon as its file is here or cannot come,
   * and the end of the reply behind them.
   */
  follow(chunk: EventChunk): AsyncGenerator<EventChunk, void>
}

export function createNamedFiles(desk: FileDesk, signal: AbortSignal): NamedFiles {
  let left = mostAddresses

  function limited(named: Named, onBytes: () => void): Promise<Fetched> {
    left -= 1
    if (left < 0)
      return Promise.resolve({ trouble: `Only the first ${mostAddresses} addresses of a reply are fetched.` })
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

/** A data URL whose bytes could not be taken out is no address of anything. */
function isNamed(event: RunEvent): event is Named {
  return event.kind === 'media' && event.url !== undefined && event.sha256 === undefined && !/^data:/i.test(event.url)
}
