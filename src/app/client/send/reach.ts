import { isHome, isNearHost } from './near-host.ts'
import { fetchRules } from './outgoing.ts'

/**
 * Asks another host for media that a reply of the router names. Nothing but an address goes out: no key, no cookie, no referrer.
 * Rejects where the address is not to be asked, and where nobody answers.
 */
export type Reach = (address: URL, signal: AbortSignal) => Promise<Response>

/**
 * The way to other hosts for the replies of the router at `baseUrl`. `home` is the origin of this page, whose router hands the page its
 * key: nothing is asked there for the reply of another router.
 */
export function createReach(send: typeof fetch, { baseUrl, home }: { baseUrl: string; home: string }): Reach {
  const refusal = (address: URL) =>
    isHome(address, home) ? 'This app’s own URLs are not fetched for another router.' : refusalOf(baseUrl, address)
  return async (address, signal) => {
    const refused = refusal(address)
    if (refused !== undefined) throw new TypeError(refused)
    const reply = await send(address.href, { ...fetchRules('GET'), method: 'GET', signal })
    const end = URL.canParse(reply.url) ? refusal(new URL(reply.url)) : undefined
    if (end === undefined) return reply
    await reply.body?.cancel()
    throw new TypeError(`It redirects elsewhere. ${end}`)
  }
}

/** Why an address is not asked; undefined where it may be. */
function refusalOf(baseUrl: string, address: URL): string | undefined {
  const base = new URL(baseUrl)
  const { protocol, username, password, hostname } = address
  const isPlain = protocol === 'http:' && base.protocol === 'http:'
  if (protocol !== 'https:' && !isPlain) return 'Only https URLs are fetched.'
  if (username !== '' || password !== '') return 'URLs that contain a password are not fetched.'
  // A page of the internet must not find out, through a reply, what stands in this network.
  if (isNearHost(hostname) && !isNearHost(base.hostname))
    return 'URLs on your private network are not fetched for an outside router.'
  return undefined
}
