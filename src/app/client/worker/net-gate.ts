import { isRecord } from '#contract/core/loose-json.ts'
import { textCaps } from '#contract/routes.ts'
import { createKeyMask } from '#media/key-mask.ts'
import { throwRedirect } from '../client-error.ts'
import { download } from '../download/download.ts'
import { createReach, type FileSource } from '../download/file-request.ts'
import type { Connection } from '../exchange.ts'
import { readMediaReply } from '../read/media/read-media-reply.ts'
import { isHome } from '../send/near-host.ts'
import { fetchRules, secretsOf } from '../send/outgoing.ts'
import { probe } from '../send/probe.ts'
import { streamReply } from '../send/stream-reply.ts'
import type { NetDownloadItem, NetReadItem, NetReplyItem, NetRequest, ToWorker } from './net-protocol.ts'
import { type ServerPort, servePort } from './port-stream.ts'

/**
 * The worker's entry: serves requests to origins that `allow` messages named and to no other, so that neither a hijacked reply nor a
 * mistake can send the key elsewhere. Media on other hosts are fetched by `createReach`, without the key. No foreign reply or redirect
 * leads to `home`, the page's origin.
 */
export function createGate(send: typeof fetch, home: string): (data: unknown, port: ServerPort | undefined) => void {
  const allowed = new Set<string>()
  const isAllowed = (url: string) => URL.canParse(url) && allowed.has(new URL(url).origin)
  const guarded: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!isAllowed(url)) throw new TypeError('This URL was not confirmed.')
    const reply = await send(input, init)
    if (!URL.canParse(reply.url) || !isHome(new URL(reply.url), home) || isHome(new URL(url), home)) return reply
    await reply.body?.cancel()
    throw new TypeError('It points to this app itself.')
  }
  const contextOf = (connection: Connection) => ({
    ...connection,
    fetch: guarded,
    ...(isAllowed(connection.baseUrl) &&
      !isHome(new URL(connection.baseUrl), home) && {
        probe: (signal?: AbortSignal, patienceMs?: number) => probe(connection, guarded, signal, patienceMs),
      }),
    reach: createReach(send, { baseUrl: connection.baseUrl, home }),
    mask: createKeyMask(secretsOf(connection)),
  })
  async function* downloadItems(
    connection: Connection,
    source: FileSource,
    signal: AbortSignal,
  ): AsyncGenerator<NetDownloadItem, void> {
    yield yield* download(contextOf(connection), source, signal)
  }
  return (data, port) => {
    if (!isRecord(data)) return
    // Only the page that started the worker can send it messages; their types are its own.
    const message = data as unknown as ToWorker
    if (message.kind === 'allow') allowed.add(message.origin)
    if (!port) return
    if (message.kind === 'fetch') {
      const { request } = message
      void servePort(port, (signal) => replyItems(request, guarded, signal), buffersOf)
    }
    if (message.kind === 'read') {
      const { kind: _, connection, endpoint, ...parts } = message
      const context = { ...contextOf(connection), now: () => performance.now(), caps: textCaps }
      const read = (signal: AbortSignal, listening: Promise<void>) =>
        streamReply(context, endpoint, { ...parts, signal, listening }, readMediaReply)
      void servePort<NetReadItem>(port, read, soundOf)
    }
    if (message.kind === 'download') {
      const { connection, source } = message
      void servePort(port, (signal) => downloadItems(connection, source, signal))
    }
  }
}

async function* replyItems(
  { url, method, headers: pairs, body, redirect, mode }: NetRequest,
  send: typeof fetch,
  signal: AbortSignal,
): AsyncGenerator<NetReplyItem, void> {
  const headers = pairs.map(([name, value]): [string, string] => [name, value])
  const rule = redirect === 'error' ? { redirect } : {}
  const reply = await send(url, { ...fetchRules(method), ...rule, mode, method, headers, body, signal })
  if (method === 'POST') throwRedirect(reply)
  const { statusText } = reply
  // Of an opaque reply nothing can be read, and no `Response` can be made with its status 0.
  const status = reply.type === 'opaque' ? 204 : reply.status
  yield { status, statusText, headers: [...reply.headers] }
  const reader = reply.body?.getReader()
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}))
  while (reader) {
    signal.throwIfAborted()
    const step = await reader.read()
    signal.throwIfAborted()
    if (step.done) return
    // Copied, because a stream may hand out a view of a buffer that it shares, and buffers are transferred.
    yield step.value.slice()
  }
}

const buffersOf = (item: NetReplyItem): Transferable[] => (item instanceof Uint8Array ? [item.buffer] : [])

/** The bytes of a sound are the page's alone. */
const soundOf = (item: NetReadItem): Transferable[] => (item.kind === 'sound' ? [item.bytes.buffer] : [])
