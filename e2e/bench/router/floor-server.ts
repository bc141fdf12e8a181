import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The pace of the sandbox's `gen-5.4-pro`. */
const tickMs = 12.5

/** A recorded stream of the router, event by event. */
const events = readFileSync(process.argv[2] ?? '', 'utf8').split(/(?<=\n\n)/)

/** All that is left to send of one stream. */
interface Sending {
  readonly reply: ServerResponse
  next: number
}

const paced = new Set<Sending>()

function send(one: Sending, count: number): boolean {
  const from = one.next
  one.next += count
  const isOpen = one.reply.write(events.slice(from, one.next).join(''))
  if (one.next < events.length) return isOpen
  paced.delete(one)
  one.reply.end()
  return false
}

let last = performance.now()
setInterval(() => {
  const due = Math.floor((performance.now() - last) / tickMs)
  last += due * tickMs
  if (due > 0) for (const one of paced) send(one, due)
}, tickMs)

function sendFast(one: Sending): void {
  if (send(one, 16)) setImmediate(sendFast, one)
  else if (one.next < events.length) one.reply.once('drain', () => sendFast(one))
}

/** Streams the same bytes as the router and knows nothing: no checks, no keys, no journal, no other provider. */
const server = createServer((request, reply) => {
  if (request.method !== 'POST') return void reply.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const one = { reply, next: 0 }
    reply.on('close', () => paced.delete(one))
    if (JSON.parse(body).model === 'sandbox-fast') sendFast(one)
    else paced.add(one)
  })
})
server.listen(0, '127.0.0.1', 4_000, () => process.send?.((server.address() as AddressInfo).port))
