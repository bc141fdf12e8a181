import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { codeOf, RouterError } from '../http/errors.ts'
import { pulled } from '../http/replies.ts'

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/** Upstreams are asked for `identity`; some compress all the same. Several encodings at once are refused. */
function decompressed(reply: IncomingMessage, name: string): Readable {
  const encoding = (reply.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return reply
  if (!isKnown(encoding)) {
    reply.destroy()
    const message = `${name} used a content encoding that is not supported. The request may have been billed.`
    throw new RouterError(502, 'provider_reply_unreadable', message, { retry: 'ask', stage: 'accepted' })
  }
  const decoder = decoders[encoding]()
  reply.on('error', (thrown) => decoder.destroy(thrown))
  decoder.on('close', () => reply.destroy())
  return reply.pipe(decoder)
}

/** The error for a reply that breaks off. It becomes the client's reply where the whole body is read first; a forwarded body is only cut. */
function brokenOff(name: string, thrown: unknown): unknown {
  if (thrown instanceof Error && thrown.name === 'AbortError') return thrown
  const message = `The connection to ${name} broke in the middle of its reply (${codeOf(thrown)}). The request may have been billed.`
  return new RouterError(502, 'provider_lost', message, { retry: 'ask', stage: 'accepted' })
}

/**
 * The body of an upstream's reply as a web stream that reads no faster than its reader. It errors with a `RouterError` where the reply is
 * cut short.
 */
export function decodedBody(reply: IncomingMessage, name: string): ReadableStream<Uint8Array> {
  const source = decompressed(reply, name)
  const chunks = source[Symbol.asyncIterator]()
  async function next(): Promise<Uint8Array | undefined> {
    const { value } = (await chunks.next().catch((thrown: unknown) => {
      throw brokenOff(name, thrown)
    })) as IteratorResult<Buffer, undefined>
    return value
  }
  return pulled(next, () => {
    source.destroy()
    reply.destroy()
  })
}
