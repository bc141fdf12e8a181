import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'

/** What a foreign router does with a paid request. */
export type Fault = (reply: ServerResponse) => void | Promise<void>

/** A foreign router that any page may call and that does as it is told. */
export interface FaultServer {
  readonly url: string
  /** The key that it asks for. */
  readonly key: string
  /** How many paid requests came, by the model that they ask for. */
  readonly sent: ReadonlyMap<string, number>
  close(): Promise<void>
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': '*',
}

/** Answers `GET /models` with what `models` gives, and each paid request as the fault says whose name is the model that is asked for. */
export async function startFaultServer(models: () => string, faults: ReadonlyMap<string, Fault>): Promise<FaultServer> {
  const key = 'foreign-canary-4b1d7e90-key'
  const sent = new Map<string, number>()
  const server = createServer(async (request, reply) => {
    // Where a used socket closes without a word, Chromium itself sends the request again: what is counted here is the app.
    reply.shouldKeepAlive = false
    for (const [name, value] of Object.entries(cors)) reply.setHeader(name, value)
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    if (request.headers.authorization !== `Bearer ${key}`)
      return void json(reply, { error: { message: 'no key' } }, 401)
    if (request.method === 'GET') return void reply.setHeader('content-type', 'application/json').end(models())
    const model = await modelOf(request)
    sent.set(model, (sent.get(model) ?? 0) + 1)
    const fault = faults.get(model)
    if (!fault) return void json(reply, { error: { message: 'no such model' } }, 404)
    await fault(reply)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    sent,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** Where hosts lead to that nobody should visit. */
export interface Sink {
  readonly port: number
  /** How many connections were opened. */
  visits(): number
  close(): void
}

export async function startSink(): Promise<Sink> {
  let visits = 0
  const server = createSocketServer((socket) => {
    visits += 1
    socket.destroy()
  })
  const port = await listen(server)
  return { port, visits: () => visits, close: () => void server.close() }
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

async function modelOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return (JSON.parse(body) as { model: string }).model
}

export function json(reply: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** One event as it stands in a stream. */
export const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

export const delta = (text: string, more: object = {}): string =>
  event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: text, ...more })

export const completed = (more: object = {}): string =>
  event({ type: 'response.completed', response: { id: 'resp_1', object: 'response', status: 'completed', ...more } })

/** A stream of these pieces, each in a write of its own. */
export const stream =
  (...pieces: readonly string[]): Fault =>
  (reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) reply.write(piece)
    reply.end()
  }

/** A stream that begins with these pieces and breaks off behind them. */
export const cut =
  (...pieces: readonly string[]): Fault =>
  async (reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.flushHeaders()
    for (const piece of pieces) await new Promise<void>((written) => void reply.write(piece, () => written()))
    // What is written has to leave before the socket goes.
    setTimeout(() => reply.destroy(), 30)
  }
