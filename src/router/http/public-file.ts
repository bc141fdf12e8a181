import { lookup as resolveName } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The answer to a GET. */
export interface FileReply {
  readonly status: number
  /** Where a redirect leads to. */
  readonly location?: string | undefined
  readonly length?: number | undefined
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the connection. */
  close(): void
}

/** What tests replace. */
export interface FileNetwork {
  /** Every address of a name. */
  resolve(name: string): Promise<readonly string[]>
  /** A GET that connects to `address`, whatever the name in `url` means by then. It sends no cookies and no keys. */
  get(url: URL, address: string, signal: AbortSignal): Promise<FileReply>
}

/** Why a file was not fetched; the message is a sentence for clients. */
export class FileRefused extends Error {}

const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'patchbay' }

const network: FileNetwork = {
  resolve: async (name) => (await resolveName(name, { all: true })).map(({ address }) => address),
  get: (url, address, signal) =>
    new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      const options = {
        ...{ headers, signal, agent: false, maxHeaderSize: 16_384 },
        // Pins the address that was checked: a second lookup could give another one.
        lookup: (_name: string, _options: object, done: (error: null, found: readonly object[]) => void) =>
          done(null, [{ address, family: isIP(address) }]),
      }
      const answered = (reply: IncomingMessage) => {
        const length = Number(reply.headers['content-length'])
        resolve({
          status: reply.statusCode ?? 0,
          location: reply.headers.location,
          length: Number.isFinite(length) ? length : undefined,
          body: reply,
          close: () => reply.destroy(),
        })
      }
      request(url, options as object, answered)
        .on('error', reject)
        .end()
    }),
}

const MB = 1024 * 1024
const mostRedirects = 3
const mostMs = 30_000

export interface PublicFiles {
  /**
   * The bytes at an address that a client gave. Only `https` on port 443, only hosts whose every address is public, checked again for
   * each redirect; at most `mostBytes`, within 30 seconds. Rejects with a `FileRefused`, or with the signal's reason.
   */
  fetch(address: string, limits: { readonly mostBytes: number; readonly signal: AbortSignal }): Promise<Blob>
}

/** `unsafeOrigins` are fetched from although they are not public: exact origins that the operator lists. */
export function createPublicFiles(
  unsafeOrigins: readonly string[] = [],
  { resolve, get }: FileNetwork = network,
): PublicFiles {
  /** Where to connect to. */
  async function checked(text: string, base?: URL): Promise<{ readonly url: URL; readonly address: string }> {
    if (!URL.canParse(text, base?.href)) throw new FileRefused('this is not a valid URL.')
    const url = new URL(text, base)
    const isListed = unsafeOrigins.includes(url.origin)
    if (url.username !== '' || url.password !== '') throw new FileRefused('a URL with a user name is not fetched.')
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

  async function reply(first: string, signal: AbortSignal): Promise<FileReply> {
    let place = await checked(first)
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const { url, address } = place
      const answer = await get(url, address, signal).catch((thrown) => {
        throw signal.aborted ? thrown : new FileRefused(`${url.hostname} cannot be reached.`)
      })
      if (answer.status === 200) return answer
      answer.close()
      if (answer.status < 300 || answer.status > 399 || answer.location === undefined)
        throw new FileRefused(`${url.hostname} answered ${answer.status}.`)
      place = await checked(answer.location, url)
    }
    throw new FileRefused(`more than ${mostRedirects} redirects.`)
  }

  async function content({ length, body, close }: FileReply, mostBytes: number): Promise<Blob> {
    const tooLarge = () => new FileRefused(`the file is larger than ${mostBytes / MB} MB.`)
    try {
      if (length !== undefined && length > mostBytes) throw tooLarge()
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
      const file = async () => content(await reply(address, both), mostBytes)
      return Promise.race([file(), ended]).catch((thrown: unknown) => {
        if (thrown instanceof FileRefused) throw thrown
        if (signal.aborted) throw signal.reason
        throw new FileRefused(late.aborted ? `no file within ${mostMs / 1000} seconds.` : 'the connection broke.')
      })
    },
  }
}
