import { jobOf } from '#contract/core/job.ts'
import { isRecord, jsonIn, textOf } from '#contract/core/loose-json.ts'
import type { ErrorFacts } from '../client-error.ts'
import type { ReplyFile } from '../exchange.ts'
import { mediaReading } from '../read/media/media-reader.ts'
import { isMedium } from '../read/media/read-bytes.ts'
import { readReply } from '../read/read-reply.ts'
import type { RunEvent } from '../read/run-event.ts'
import type { FileContext } from './file-request.ts'

/** What a reply that is no medium holds; `unfinished`: it describes work that has not ended. */
type Found =
  | { readonly kind: 'file'; readonly file: ReplyFile }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'error'; readonly error: ErrorFacts }
  | { readonly kind: 'unfinished' | 'other' }

const megabyte = 2 ** 20
const caps = { event: 256 * megabyte, answer: 256 * megabyte }

const isAddress = (text: string) => text.length < 8192 && /^(?:https?:\/\/|\/[^/])\S+$/i.test(text)

/** Reads a reply in the place of a file as the replies of the media routes are read: bytes as base64, URLs, an error, the state of a job. */
export async function mediumIn(
  blob: Blob,
  { headers }: Response,
  { context, signal }: { readonly context: FileContext; readonly signal: AbortSignal },
): Promise<Found> {
  const text = blob.size < 8192 ? await blob.text() : ''
  // Some routers answer with nothing but a URL, as JSON or as text.
  const address = textOf(jsonIn(text)) ?? text.trim()
  if (isAddress(address)) return { kind: 'urls', urls: [address] }
  const reply = new Response(blob, { headers: { 'content-type': headers.get('content-type') ?? '' } })
  const events: RunEvent[] = []
  const files: ReplyFile[] = []
  const stopped = () => signal.aborted
  const { mask, own } = context
  const media = mediaReading
  for await (const chunk of readReply(reply, { media, streamAsked: false, own, caps, mask, at: () => 0, stopped })) {
    if (chunk.kind === 'head') continue
    events.push(...chunk.events)
    files.push(...(chunk.files ?? []))
  }
  return (await mediumOf(events, files)) ?? failureIn(events)
}

async function mediumOf(events: readonly RunEvent[], files: readonly ReplyFile[]): Promise<Found | undefined> {
  const media = events.flatMap((event) => (event.kind === 'media' ? [event] : []))
  for (const { sha256 } of media) {
    const file = files.find((one) => one.sha256 === sha256)
    if (file && (await isMedium(file.blob))) return { kind: 'file', file }
  }
  const urls = media.flatMap(({ sha256, url }) => (sha256 === undefined && url !== undefined ? [url] : []))
  const named = urls.filter((url) => !/^data:/i.test(url))
  return named.length > 0 ? { kind: 'urls', urls: named } : undefined
}

function failureIn(events: readonly RunEvent[]): Found {
  const end = events.at(-1)
  const job = events.flatMap((event) =>
    event.kind === 'item' && isRecord(event.item) ? [jobOf(event.item).state] : [],
  )
  if (end?.kind === 'end' && end.status === 'queued') return { kind: 'unfinished' }
  if (job.some((state) => state === 'queued' || state === 'running')) return { kind: 'unfinished' }
  const error = events.find((event) => event.kind === 'error')
  return error ? { kind: 'error', error: error.error } : { kind: 'other' }
}
