import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { networkError } from '../../client-error.ts'
import type { Connection, ReplyFile } from '../../exchange.ts'
import { fetchRules } from '../../send/outgoing.ts'
import type { Reach } from '../../send/reach.ts'
import type { KeyMask } from '../key-mask.ts'
import type { MediaSource } from '../run-event.ts'
import { readBytes } from './read-bytes.ts'

/** Through whom addresses are read. */
export interface FileDesk extends Connection {
  readonly fetch: typeof fetch
  readonly mask: KeyMask
  readonly reach?: Reach
}

/** Media behind an address, or why it is not here. */
export type Fetched = { readonly file: ReplyFile } | Required<Pick<MediaSource, 'trouble'>>

/** A file in bytes, by the rulings. */
export const largestFile = 2 * 2 ** 30

/** A file of another host than the router's, in bytes. */
const largestForeign = 512 * 2 ** 20

/** So long an address may take, in ms. */
const patience = 120_000

/** How one address is read. */
interface Trip {
  readonly signal: AbortSignal
  /** Called with every piece that comes. */
  readonly onBytes: () => void
}

/**
 * Reads the media behind an address that a reply names: at the base URL's origin with the same key, on any other host with nothing
 * (`createReach`). What is no medium by its bytes is told and not kept. Never throws.
 */
export async function fetchFile(desk: FileDesk, address: string, { signal, onBytes }: Trip): Promise<Fetched> {
  const { baseUrl, mask, reach } = desk
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined
  if (url === undefined) return { trouble: 'This is no address.' }
  const isOwn = url.origin === new URL(baseUrl).origin
  if (!isOwn && reach === undefined) return { trouble: 'It lies on another host, and was not fetched.' }
  const who = isOwn ? 'The router' : `The host ${url.host}`
  const asked = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  try {
    const reply = isOwn || reach === undefined ? await askRouter(desk, url, asked) : await reach(url, asked)
    if (!reply.ok || isPage(reply)) {
      await reply.body?.cancel()
      return { trouble: reply.ok ? `${who} answered with a page, not with media.` : `${who} answered ${reply.status}.` }
    }
    const source = readBytes(reply, { cap: isOwn ? largestFile : largestForeign, stopped: () => signal.aborted })
    let step = await source.next()
    for (; !step.done; step = await source.next()) onBytes()
    const { file, how } = step.value
    if (file === undefined) return { trouble: 'Nothing came from this address.' }
    if (how === 'answer-too-large') return { trouble: 'The file is larger than this app reads.' }
    if (how !== 'closed') return { trouble: 'The file broke off.' }
    return (await isMedium(file.blob))
      ? { file }
      : { trouble: `${who} sent something that is no picture, sound or video.` }
  } catch (cause) {
    if (signal.aborted) return { trouble: 'It was stopped before the file came.' }
    if (asked.aborted) return { trouble: `${who} took too long.` }
    const { message } = networkError(cause, mask)
    return {
      trouble:
        isOwn || !/fetch|load|network/i.test(message)
          ? message
          : `${who} does not let this app read it, or does not answer.`,
    }
  }
}

function askRouter({ fetch, key }: FileDesk, url: URL, signal: AbortSignal): Promise<Response> {
  const headers = key ? { Authorization: `Bearer ${key}` } : {}
  return fetch(url, { ...fetchRules('GET'), method: 'GET', headers, signal })
}

/** By its bytes alone: what it is said to be is the word of whoever sent it. A drawing has no mark but its first element. */
async function isMedium(blob: Blob): Promise<boolean> {
  const type = sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer()))
  if (type !== undefined) return /^(?:image|audio|video)\//.test(type)
  const start = await blob.slice(0, 4096).text()
  return /^\s*<(?:svg|\?xml|!doctype\s+svg|!--)/i.test(start) && /<svg[\s>]/i.test(start)
}

const isPage = ({ headers }: Response) => /^(?:text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '')
