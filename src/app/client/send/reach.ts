import { isHome, isNearHost } from './near-host.ts'
import { fetchRules } from './outgoing.ts'

/**
 * Fetches media that a reply names on another host, without key, cookie and referrer; `headers` may ask for a part of it. Rejects if the
 * address is not allowed or the host does not answer.
 */
export type Reach = (address: URL, signal: AbortSignal, headers?: Readonly<Record<string, string>>) => Promise<Response>

/**
 * Creates the `Reach` for replies of the router at `baseUrl`. `home` is the origin of this page, whose server hands out the page's key:
 * nothing is fetched from it for another router.
 */
export function createReach(send: typeof fetch, { baseUrl, home }: { baseUrl: string; home: string }): Reach {
  const refusal = (address: URL) =>
    isHome(address, home) ? 'This app’s own URLs are not fetched for another router.' : refusalOf(baseUrl, address)
  return async (address, signal, headers = {}) => {
    const refused = refusal(address)
    if (refused !== undefined) throw new TypeError(refused)
    const reply = await send(address.href, { ...fetchRules('GET'), method: 'GET', headers, signal })
    const end = URL.canParse(reply.url) ? refusal(new URL(reply.url)) : undefined
    if (end === undefined) return reply
    await reply.body?.cancel()
    throw new TypeError(`It redirects elsewhere. ${end}`)
  }
}

/** Why an address must not be fetched; undefined if it may be. */
function refusalOf(baseUrl: string, address: URL): string | undefined {
  const base = new URL(baseUrl)
  const { protocol, username, password, hostname } = address
  const isPlain = protocol === 'http:' && base.protocol === 'http:'
  if (protocol !== 'https:' && !isPlain) return 'Only https URLs are fetched.'
  if (username !== '' || password !== '') return 'URLs that contain a password are not fetched.'
  // Prevents a remote router from probing the private network through replies.
  if (isNearHost(hostname) && !isNearHost(base.hostname))
    return 'URLs on your private network are not fetched for an outside router.'
  return undefined
}
