import { connect } from 'node:net'
import { expect } from 'vitest'

export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Answers before the answer. */
const interim = /^(HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/

/**
 * Writes bytes on a socket as they are and reads what comes until the server closes: no client tidies the request up.
 * `isHalfClosed` closes the client's side behind them.
 */
export function rawRequest(port: number, text: string, isHalfClosed = false): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // A reset is an answer too: it shows as status 0.
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      const whole = Buffer.concat(chunks).toString('latin1').replace(interim, '')
      const split = whole.indexOf('\r\n\r\n')
      const head = split < 0 ? whole : whole.slice(0, split)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: whole.slice(split + 4) })
    })
    if (isHalfClosed) socket.end(text)
    else socket.write(text)
  })
}

/** A request as text; ends the connection after it. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, 'Connection: close', '', body].join('\r\n')
}

/** What every error carries, wherever it is made. */
export function expectErrorHeaders({ head }: RawReply, requestId: string): void {
  const lines = head.toLowerCase().split('\r\n')
  expect(requestId).toMatch(/^req_.+/)
  expect(lines).toEqual(
    expect.arrayContaining([
      `x-request-id: ${requestId}`,
      'content-type: application/json',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    ]),
  )
}
