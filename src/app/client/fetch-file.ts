import type { Connection, ReplyFile } from './exchange.ts'
import { fetchRules } from './fetch-rules.ts'
import { networkError } from './network-error.ts'
import type { KeyMask } from './read/key-mask.ts'
import type { MediaSource } from './read/run-event.ts'
import { readBytes } from './read-bytes.ts'

/** Through whom addresses are read. */
export interface FileDesk extends Connection {
  readonly fetch: typeof fetch
  readonly mask: KeyMask
}

/** Media behind an address, or why it is not here. */
type Fetched = { readonly file: ReplyFile } | Pick<MediaSource, 'trouble'>

/** A file in bytes, by the rulings. */
export const largestFile = 2 * 2 ** 30

/** So long an address may take, in ms. */
const patience = 120_000

/**
 * Reads the media behind an address that a reply names, where it has the origin of the base URL: with the same key. Every other
 * address stays what it is, for a page sends nothing to hosts that nobody confirmed. Never throws.
 */
export async function fetchFile(desk: FileDesk, address: string, signal: AbortSignal): Promise<Fetched> {
  const { baseUrl, key, mask } = desk
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined
  if (url?.origin !== new URL(baseUrl).origin) return {}
  try {
    const headers = key ? { Authorization: `Bearer ${key}` } : {}
    const whole = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const reply = await desk.fetch(url, { ...fetchRules('GET'), method: 'GET', headers, signal: whole })
    if (!reply.ok) {
      await reply.body?.cancel()
      return { trouble: `The router answered ${reply.status}.` }
    }
    const source = readBytes(reply, { cap: largestFile, stopped: () => signal.aborted })
    let step = await source.next()
    while (!step.done) step = await source.next()
    const { file, how } = step.value
    if (file === undefined) return { trouble: 'Nothing came from this address.' }
    return how === 'closed' ? { file } : { trouble: 'The file broke off.' }
  } catch (cause) {
    return { trouble: networkError(cause, mask).message }
  }
}
