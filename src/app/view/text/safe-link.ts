import { isHome } from '../../client/send/near-host.ts'
import { element } from './element.ts'

export interface SafeLink {
  readonly kind: 'web' | 'mail'
  /** Normalised by the URL parser, so that the shown address is the opened one. */
  readonly href: string
  readonly host: string
  /** Contains credentials, as in `https://known.test@other.test`, which may disguise the host. */
  readonly hasUser: boolean
}

/**
 * Checks an address in content. Only absolute http, https and mailto addresses are links, and none of this page's own server: such a request
 * would be answered like the page's own, including with its key.
 */
export function safeLink(address: string): SafeLink | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol === 'mailto:') {
    return { kind: 'mail', href: url.href, host: url.pathname.split('@').at(-1) ?? '', hasUser: false }
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || isHome(url, location.origin)) return undefined
  return { kind: 'web', href: url.href, host: url.host, hasUser: url.username !== '' || url.password !== '' }
}

/** A link without referrer and opener, whose title shows the full address. */
export function hardenedAnchor(link: SafeLink, title: string, children: Iterable<Node | string>): HTMLAnchorElement {
  const attributes = {
    href: link.href,
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
    referrerpolicy: 'no-referrer',
    title: title ? `${title}\n${link.href}` : link.href,
  }
  return element('a', attributes, children)
}

/** Adds the host if the link text could be mistaken for another host. */
export function drawLink(link: SafeLink, title: string, children: Iterable<Node | string>): HTMLAnchorElement {
  const anchor = hardenedAnchor(link, title, children)
  if (looksElsewhere(anchor.textContent, link)) {
    anchor.append(' ', element('span', { class: 'reading-host' }, [`(${link.host})`]))
  }
  return anchor
}

const hostLike = /localhost|\d+(?:\.\d+){3}|(?:[\p{L}\p{N}_-]+[.。．｡])+\p{L}{2,}/giu
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u

function looksElsewhere(words: string, link: SafeLink): boolean {
  if (link.hasUser || invisible.test(words)) return true
  if (link.href === `mailto:${words}`) return false
  const hosts = words.match(hostLike) ?? []
  // A word that is an address names one host; host-like parts of its path do not count.
  const named = /\s/.test(words.trim()) ? hosts : link.kind === 'mail' ? hosts.slice(-1) : hosts.slice(0, 1)
  return named.some((host) => bareHost(asciiHost(host)) !== bareHost(link.host))
}

function asciiHost(host: string): string {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).host : host
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '')
}
