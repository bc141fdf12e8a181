import { lookup as resolveName } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { ownOf } from '#contract/core/loose-json.ts'
import { pulled } from './http-replies.ts'
import { FileRefused } from './router-error.ts'

/** Networks of IPv4 that are not on the public internet, or that other addresses are reached through (IANA's special-purpose registry). */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** Of IPv6 only this network is public, without those below: documentation, benchmarks, Teredo, 6to4. */
const open6 = '2000::/3'
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const refused4 = listOf(closed4, 'ipv4')
const allowed6 = listOf([open6], 'ipv6')
const refused6 = listOf(closed6, 'ipv6')

/** Whether an IP address is on the public internet: not this machine, its network, or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

export interface FileReply {
  readonly status: number
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: AsyncIterable<Uint8Array>
  close(): void
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface FileNetwork {
  resolve(name: string): Promise<readonly string[]>
  /** A GET that connects to `address`, whatever the name in `url` means by then. It sends no cookies and no keys. */
  get(url: URL, address: string, asked: Asked): Promise<FileReply>
}

const usual = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'patchbay' }

const network: FileNetwork = {
  resolve: async (name) => (await resolveName(name, { all: true })).map(({ address }) => address),
  get: (url, address, { headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      const options = {
        ...{ headers: { ...usual, ...headers }, signal, agent: false, maxHeaderSize: 16_384, timeout: idleMs },
        // Pins the address that was checked: a second lookup could give another one.
        lookup: (_name: string, _options: object, done: (error: null, found: readonly object[]) => void) =>
          done(null, [{ address, family: isIP(address) }]),
      }
      const answered = (reply: IncomingMessage) => {
        const { statusCode: status = 0, headers: head } = reply
        resolve({ status, headers: head, body: reply, close: () => reply.destroy() })
      }
      const asking = request(url, options as object, answered)
      asking.on('timeout', () => asking.destroy(new Error('timeout')))
      asking.on('error', reject).end()
    }),
}

const MB = 1024 * 1024
const mostRedirects = 3
const mostMs = 30_000

const idleMs = 60_000

/** Statuses of a file, of a part of it, of one that has not changed, and of a part that it does not have. */
const fileStatuses = [200, 206, 304, 416]

export interface PublicFiles {
  /**
   * The bytes at an address that a client gave. Only `https` on port 443, only hosts whose every address is public, checked again for
   * each redirect; at most `mostBytes`, within 30 seconds. Rejects with a `FileRefused`, or with the signal's reason.
   */
  fetch(address: string, limits: { readonly mostBytes: number; readonly signal: AbortSignal }): Promise<Blob>
  /**
   * The reply at an address that an upstream gave, under the same rules but of any size and passed on as it comes: the file, the asked part
   * of it, a 304 or a 416. Rejects with a `FileRefused`, or with the signal's reason.
   */
  open(address: string, asked: Asked): Promise<Response>
}

const described = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/** `unsafeOrigins` are fetched from although they are not public: exact origins that the operator lists. */
export function createPublicFiles(
  unsafeOrigins: readonly string[] = [],
  { resolve, get }: FileNetwork = network,
): PublicFiles {
  async function checked(text: string, base?: URL): Promise<{ readonly url: URL; readonly address: string }> {
    if (!URL.canParse(text, base?.href)) throw new FileRefused('this is not a valid URL.')
    const url = new URL(text, base)
    const isListed = unsafeOrigins.includes(url.origin)
    if (url.username !== '' || url.password !== '') throw new FileRefused('URLs with a user name are not fetched.')
    if (!isListed && (url.protocol !== 'https:' || url.port !== ''))
      throw new FileRefused('only https URLs on port 443 are fetched.')
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(name) ? [name] : await resolve(name).catch(() => [])
    const [address] = found
    if (address === undefined) throw new FileRefused(`the host ${url.hostname} cannot be found.`)
    if (!isListed && !found.every(isPublicAddress))
      throw new FileRefused(`${url.hostname} is not on the public internet.`)
    return { url, address }
  }

  async function reply(first: string, asked: Asked, good: readonly number[]): Promise<FileReply> {
    let place = await checked(first)
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const { url, address } = place
      const answer = await get(url, address, asked).catch((thrown) => {
        throw asked.signal.aborted ? thrown : new FileRefused(`${url.hostname} cannot be reached.`)
      })
      const { status, headers } = answer
      if (good.includes(status)) return answer
      answer.close()
      if (status < 300 || status > 399 || typeof headers.location !== 'string')
        throw new FileRefused(`${url.hostname} answered ${status}.`)
      place = await checked(headers.location, url)
    }
    throw new FileRefused(`more than ${mostRedirects} redirects.`)
  }

  async function content({ headers, body, close }: FileReply, mostBytes: number): Promise<Blob> {
    const tooLarge = () => new FileRefused(`the file is larger than ${mostBytes / MB} MB.`)
    try {
      if (Number(headers['content-length']) > mostBytes) throw tooLarge()
      const parts: Uint8Array<ArrayBuffer>[] = []
      let size = 0
      for await (const part of body) {
        size += part.length
        if (size > mostBytes) throw tooLarge()
        parts.push(new Uint8Array(part))
      }
      return new Blob(parts)
    } finally {
      close()
    }
  }

  return {
    async fetch(address, { mostBytes, signal }) {
      const late = AbortSignal.timeout(mostMs)
      const both = AbortSignal.any([signal, late])
      const ended = new Promise<never>((_, reject) => {
        both.addEventListener('abort', () => reject(both.reason), { once: true })
      })
      const file = async () => content(await reply(address, { signal: both }, [200]), mostBytes)
      return Promise.race([file(), ended]).catch((thrown: unknown) => {
        if (thrown instanceof FileRefused) throw thrown
        if (signal.aborted) throw signal.reason
        throw new FileRefused(late.aborted ? `no file within ${mostMs / 1000} seconds.` : 'the connection broke.')
      })
    },
    async open(address, asked) {
      const { status, headers, body, close } = await reply(address, asked, fileStatuses)
      const kept = described.flatMap((name) => {
        const value = ownOf(headers, name)
        return typeof value === 'string' ? [[name, value] as const] : []
      })
      if (status === 304) close()
      const chunks = body[Symbol.asyncIterator]()
      const file = status === 304 ? null : pulled(async () => (await chunks.next()).value, close)
      return new Response(file, { status, headers: Object.fromEntries(kept) })
    },
  }
}
