import { Inbox } from '#contract/core/inbox.ts'
import { download } from '../../download/download.ts'
import type { FileContext } from '../../download/file-request.ts'
import type { EventChunk, ReplyFile } from '../../exchange.ts'
import type { MediaSource, RunEvent } from '../run-event.ts'

type Media = Extract<RunEvent, { readonly kind: 'media' }>
type Named = Media & { readonly url: string }

const atOnce = 3

const mostAddresses = 16

/** In ms: the interval between empty chunks while bytes arrive. */
const quiet = 1000

/**
 * Fetches the media that the reply to one request names by URL. Returns a function that splits a chunk: first the events without a URL, then
 * each medium when its fetch has settled, last the `end`.
 */
export function createNamedFiles(context: FileContext, signal: AbortSignal) {
  let left = mostAddresses

  async function fetchOne({ url }: Named, onBytes: () => void): Promise<Fetched> {
    left -= 1
    if (left < 0) return { trouble: `Only the first ${mostAddresses} URLs of a reply are fetched.` }
    return await fetchFile(context, url, signal, onBytes)
  }

  return async function* follow(chunk: EventChunk): AsyncGenerator<EventChunk, void> {
    const named = chunk.events.filter(isNamed)
    if (named.length === 0) return yield chunk
    const rest = chunk.events.filter((event) => !isNamed(event))
    const end = rest.filter(({ kind }) => kind === 'end')
    yield { ...chunk, events: rest.filter(({ kind }) => kind !== 'end') }
    yield* fetched(named, fetchOne)
    if (end.length > 0) yield { kind: 'events', raw: [], events: end }
  }
}

async function* fetched(
  named: readonly Named[],
  fetchOne: (one: Named, onBytes: () => void) => Promise<Fetched>,
): AsyncGenerator<EventChunk, void> {
  const waiting = [...named]
  const inbox = new Inbox<EventChunk>()
  let told = 0
  const tellLife = () => {
    if (Date.now() - told < quiet) return
    told = Date.now()
    inbox.add({ kind: 'events', raw: [], events: [] })
  }
  const begin = (one: Named) => void fetchOne(one, tellLife).then((found) => inbox.add(chunkOf(one, found)))
  for (const one of waiting.splice(0, atOnce)) begin(one)
  for (let open = named.length; open > 0; ) {
    const chunk = await inbox.next()
    if (chunk.events.length > 0) {
      open -= 1
      for (const one of waiting.splice(0, 1)) begin(one)
    }
    yield chunk
  }
}

function chunkOf(media: Named, found: Fetched): EventChunk {
  if (!('file' in found)) return { kind: 'events', raw: [], events: [{ ...media, ...found }] }
  const { file } = found
  return { kind: 'events', raw: [], events: [{ ...media, sha256: file.sha256 }], files: [file] }
}

/** Not for data URLs whose bytes could not be extracted. */
function isNamed(event: RunEvent): event is Named {
  return event.kind === 'media' && event.url !== undefined && event.sha256 === undefined && !/^data:/i.test(event.url)
}

type Fetched = { readonly file: ReplyFile } | Required<Pick<MediaSource, 'trouble'>>

/** Fetches one medium, with the key at the base URL's origin only. What is no medium by its bytes is dropped. Never throws. */
async function fetchFile(
  context: FileContext,
  url: string,
  signal: AbortSignal,
  onBytes: () => void,
): Promise<Fetched> {
  const source = download(context, { url }, signal)
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
