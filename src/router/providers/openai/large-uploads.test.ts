import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../http/http-server.ts'
import { sendJson } from '../../testing/fake-upstream.ts'
import { type ForwardingRouter, startForwarding } from '../../testing/start-forwarding.ts'
import { testKey } from '../../testing/test-router.ts'

const MB = 1024 * 1024
const size = (process.env.SOAK ? 500 : 40) * MB
const piece = Buffer.alloc(MB, 'patchbay')

/** Of a file of that size. */
const expected = createHash('sha256')
for (let at = 0; at < size; at += MB) expected.update(piece)
const sha256 = expected.digest('hex')

/** The SHA-256 of the first file of a form, read at most this fast. */
async function fileHash(incoming: IncomingMessage, pauseMs: number): Promise<string> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let left = -1
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    let bytes = chunk
    if (left < 0) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      bytes = head.subarray(end + 4)
      left = size
    }
    hash.update(bytes.subarray(0, left))
    left -= Math.min(left, bytes.length)
    if (pauseMs > 0) await pause(pauseMs)
  }
  return hash.digest('hex')
}

let gone = 0
/** The third is read slowly, the fourth very slowly. */
let uploads = 0
const upstream = createServer(async (incoming: IncomingMessage, reply: ServerResponse) => {
  incoming.once('close', () => {
    if (!incoming.complete) gone += 1
  })
  uploads += 1
  const hash = await fileHash(incoming, uploads > 3 ? 4 : uploads === 3 ? 1 : 0).catch(() => undefined)
  if (hash) sendJson(reply, { created: 1, data: [], hash })
})

let router: ForwardingRouter
beforeAll(async () => {
  router = await startForwarding(`http://127.0.0.1:${await listen(upstream, 0, '127.0.0.1')}`)
}, 60_000)

afterAll(() => {
  router.end()
  upstream.closeAllConnections()
  upstream.close()
})

/** An edit with one large image. */
function upload() {
  const field = (name: string, rest: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}`
  const head = `${field('image', '; filename="a.png"\r\nContent-Type: image/png\r\n\r\n')}`
  const tail = `\r\n${field('model', '\r\n\r\ntest-model\r\n')}${field('prompt', '\r\n\r\nx\r\n')}--b--\r\n`
  const headers = {
    ...{ authorization: `Bearer ${testKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    'content-length': head.length + size + tail.length,
  }
  const sent = request({ host: '127.0.0.1', port: router.port, path: '/v1/images/edits', method: 'POST', headers })
  const body = async function* () {
    yield Buffer.from(head)
    for (let at = 0; at < size; at += MB) yield piece
    yield Buffer.from(tail)
  }
  const written = pipeline(Readable.from(body()), sent)
  written.catch(() => {})
  return { sent, written }
}

async function answered({ sent }: ReturnType<typeof upload>): Promise<unknown> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return JSON.parse(Buffer.concat(await reply.toArray()).toString())
}

test.skipIf(process.platform !== 'linux')(
  'three large uploads at once arrive as they were, in little memory, and leave no files',
  async () => {
    const before = router.memory()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, router.memory())
    }, 20)
    const replies = await Promise.all([upload(), upload(), upload()].map(answered))
    clearInterval(timer)
    for (const reply of replies) expect(reply).toMatchObject({ hash: sha256 })
    if (process.env.SOAK)
      process.stdout.write(`${Math.round((most - before) / MB)} MB for three uploads of ${size / MB} MB\n`)
    expect((most - before) / MB).toBeLessThan(3 * 64)
    await expect.poll(router.filesLeft).toEqual([])
  },
  120_000,
)

test('an upload whose client leaves while it is forwarded ends at the upstream, and leaves no files', async () => {
  const arrived = once(upstream, 'request')
  const { sent, written } = upload()
  sent.on('error', () => {})
  await written
  await arrived
  sent.destroy()
  await expect.poll(() => gone).toBe(1)
  await expect.poll(router.filesLeft).toEqual([])
})
