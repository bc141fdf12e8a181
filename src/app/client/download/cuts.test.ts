import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { noMask } from '#media/key-mask.ts'
import { seed } from '../../../testing/seed.ts'
import { noPause } from '../testing/replies.ts'
import { type Downloaded, download } from './download.ts'
import type { DownloadProgress } from './download-file.ts'

console.info(`SEED=${seed} for the cuts of downloads`)

/** Mulberry32. */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomOf(seed)
const megabyte = 2 ** 20

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Random bytes in the boxes of a movie. */
function movie(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), at)
  let at = 0
  for (const [type, length] of [
    ['ftyp', 24],
    ['moov', 200],
    ['mdat', size - 224],
  ] as const) {
    bytes.writeUInt32BE(length, at)
    bytes.write(type, at + 4, 'latin1')
    at += length
  }
  return bytes
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Headers = Readonly<Record<string, string>>
type Answer = (asked: { range?: number; ifRange?: string; nth: number }, reply: ServerResponse) => void

/** Downloads `/file` of a server that answers so. */
async function downloadOf(
  answer: Answer,
  { signal = new AbortController().signal, onProgress = (_: DownloadProgress) => {} } = {},
) {
  const ranges: (string | undefined)[] = []
  const server = createServer((request: IncomingMessage, reply) => {
    const { range, 'if-range': ifRange } = request.headers
    ranges.push(range)
    const start = /^bytes=(\d+)-$/.exec(range ?? '')?.[1]
    answer(
      {
        nth: ranges.length,
        ...(start !== undefined && { range: Number(start) }),
        ...(typeof ifRange === 'string' && { ifRange }),
      },
      reply,
    )
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const source = download({ baseUrl, own: false, fetch, mask: noMask, timing: noPause }, { url: '/file' }, signal)
  let step = await source.next()
  for (; !step.done; step = await source.next()) onProgress(step.value)
  return { found: step.value, ranges }
}

/** Sends a part of a file, and closes the socket where not all bytes were sent: after `until` of them, or because more were stated. */
function send(reply: ServerResponse, status: number, headers: Headers, body: Uint8Array, until = body.length): void {
  reply.writeHead(status, { 'content-type': 'video/mp4', ...headers })
  if (until >= body.length && Number(headers['content-length'] ?? 0) <= body.length) return void reply.end(body)
  // The head alone would wait for the first bytes.
  reply.flushHeaders()
  reply.write(body.subarray(0, until), () => reply.destroy())
}

interface RangedOptions {
  readonly etag?: string
  readonly until?: number
  readonly total?: number
  readonly modified?: string
}

/** Answers as RFC 9110 has it. */
function sendRanged(
  file: Uint8Array,
  { range = 0, ifRange }: { range?: number; ifRange?: string },
  reply: ServerResponse,
  { etag = '"one"', until, total = file.length, modified }: RangedOptions = {},
): void {
  const isPart = range > 0 && (ifRange === undefined || ifRange === etag)
  const part = isPart ? file.subarray(range) : file
  const validator: Headers = modified ? { 'last-modified': modified } : { etag }
  const length = { ...validator, 'content-length': String(total - (isPart ? range : 0)) }
  if (isPart && range >= file.length) send(reply, 416, { etag, 'content-range': `bytes */${total}` }, new Uint8Array())
  else if (isPart) send(reply, 206, { ...length, 'content-range': `bytes ${range}-${total - 1}/${total}` }, part, until)
  else send(reply, 200, length, part, until)
}

/** Whole and of the same bytes, or a failure that says so. */
function isTrue(found: Downloaded, file: Uint8Array): boolean {
  if (found.status === 'file') expect([found.file.sha256, found.file.blob.size]).toEqual([sha256Of(file), file.length])
  else
    expect(found).toMatchObject({
      status: 'failed',
      error: { kind: 'interrupted', message: 'The download was cut off.' },
    })
  return found.status === 'file'
}

const [size, cuts] = process.env.SOAK ? [50 * megabyte, 300] : [3 * megabyte, 20]

test('a file that is cut again and again is downloaded whole, each byte once', async () => {
  const file = movie(size)
  let sent = 0
  const { found, ranges } = await downloadOf((asked, reply) => {
    const left = file.length - (asked.range ?? 0)
    const until = asked.nth > cuts ? left : Math.floor(random() * Math.min(left, (2 * size) / cuts))
    sent += until
    sendRanged(file, asked, reply, { until })
  })
  expect(isTrue(found, file)).toBe(true)
  expect(ranges.length).toBeGreaterThan(cuts / 2)
  expect(sent).toBeLessThan(2 * size)
})

test('under random cuts and servers it is whole, or a stated failure', async () => {
  const file = movie(Math.min(size, 5 * megabyte))
  const other = movie(file.length)
  let whole = 0
  for (let round = 0; round < (process.env.SOAK ? 300 : 8); round += 1) {
    let now: Uint8Array = file
    const [ignores, changes, lies] = [random() < 0.3, random() < 0.2, random() < 0.1]
    const cut = random() * 0.9
    const { found } = await downloadOf(({ range, ...asked }, reply) => {
      if (changes && asked.nth === 2) now = other
      const until = random() < cut ? Math.floor(random() * file.length) : file.length
      const etag = now === file ? '"one"' : '"two"'
      const total = lies ? file.length + 10 : file.length
      sendRanged(now, ignores ? {} : { ...asked, ...(range !== undefined && { range }) }, reply, { etag, until, total })
    })
    whole += isTrue(found, now) ? 1 : 0
  }
  expect(whole).toBeGreaterThan(0)
})

/** How a server sends a file that is cut once in the middle, and what is to become of it. */
const file = movie(100_000)
const half = file.length / 2
const old = new Date(Date.now() - 60_000).toUTCString()
const plain = { 'content-length': String(file.length) }

test.each<[string, (string | undefined)[], Answer]>([
  [
    'ignores the range',
    [undefined, `bytes=${half}-`],
    ({ nth }, reply) => send(reply, 200, { ...plain, etag: '"one"' }, file, nth === 1 ? half : file.length),
  ],
  [
    'has a weak tag, though a date',
    [undefined, undefined],
    ({ nth }, reply) =>
      send(reply, 200, { ...plain, etag: 'W/"one"', 'last-modified': old }, file, nth === 1 ? half : file.length),
  ],
  [
    'has no validator',
    [undefined, undefined],
    ({ nth }, reply) => send(reply, 200, plain, file, nth === 1 ? half : file.length),
  ],
  [
    'changed the file just now',
    [undefined, undefined],
    ({ nth }, reply) => {
      const date = new Date().toUTCString()
      send(reply, 200, { ...plain, date, 'last-modified': date }, file, nth === 1 ? half : file.length)
    },
  ],
  [
    'states a date',
    [undefined, `bytes=${half}-`],
    ({ nth, range, ifRange }, reply) => {
      expect(ifRange).toBe(nth === 1 ? undefined : old)
      sendRanged(file, { range: range ?? 0 }, reply, { until: nth === 1 ? half : file.length, etag: '', modified: old })
    },
  ],
  [
    'compresses, and so states another length',
    [undefined, undefined],
    ({ nth }, reply) => {
      const packed = gzipSync(file, { level: 1 })
      const headers = { 'content-encoding': 'gzip', 'content-length': String(packed.length), etag: '"one"' }
      send(reply, 200, headers, packed, nth === 1 ? packed.length / 2 : packed.length)
    },
  ],
  [
    'sends an earlier part than was asked for',
    [undefined, `bytes=${half}-`, undefined],
    ({ nth, range }, reply) =>
      sendRanged(file, { range: range ? range - 100 : 0 }, reply, { until: nth === 1 ? half : file.length }),
  ],
  [
    'sends a later part than was asked for',
    [undefined, `bytes=${half}-`, undefined],
    ({ nth, range }, reply) =>
      sendRanged(file, { range: range ? range + 100 : 0 }, reply, {
        until: nth === 1 ? half : nth === 2 ? 5000 : file.length,
      }),
  ],
  [
    'states no length, and is cut behind the last byte',
    [undefined, `bytes=${file.length}-`],
    ({ nth, range }, reply) => {
      if (nth > 1) return sendRanged(file, { range: range ?? 0 }, reply)
      reply.writeHead(200, { etag: '"one"' })
      reply.write(file, () => reply.destroy())
    },
  ],
  [
    'states no length, and ends the body too early',
    [undefined, `bytes=${half}-`],
    ({ nth, range }, reply) => {
      if (nth > 1) return sendRanged(file, { range: range ?? 0 }, reply)
      reply.writeHead(200, { etag: '"one"' }).end(file.subarray(0, half))
    },
  ],
  ['states no length', [undefined], (_, reply) => void reply.writeHead(200).end(file)],
])('a file is whole where the server %s', async (_, expected, answer) => {
  const { found, ranges } = await downloadOf(answer)
  expect(isTrue(found, file)).toBe(true)
  expect(ranges).toEqual(expected)
})

test.each([true, false])(
  'a file that changed in between is the new one throughout; If-Range obeyed: %s',
  async (obeys) => {
    const [one, two] = [movie(100_000), movie(100_000)]
    const { found } = await downloadOf(({ nth, range = 0, ifRange }, reply) => {
      if (nth === 1) return sendRanged(one, {}, reply, { until: 40_000 })
      sendRanged(two, { range, ...(obeys && ifRange !== undefined && { ifRange }) }, reply, { etag: '"two"' })
    })
    expect(isTrue(found, two)).toBe(true)
  },
)

test.each<[string, Answer]>([
  ['a length that is too long', (asked, reply) => sendRanged(file, asked, reply, { total: file.length + 10 })],
  [
    'a length that is too short',
    ({ range = 0 }, reply) => {
      if (range > 0) return sendRanged(file, { range }, reply)
      send(reply, 200, { 'content-length': String(half), etag: '"one"' }, file.subarray(0, half))
    },
  ],
  [
    'a rest that is too long',
    ({ nth, range = 0 }, reply) => {
      if (nth % 2 === 1) return sendRanged(file, {}, reply, { until: half })
      const headers = { etag: '"one"', 'content-range': `bytes ${range}-${file.length - 1}/${file.length}` }
      send(reply, 206, headers, Buffer.concat([file.subarray(range), file]))
    },
  ],
  ['no length and an end inside the file', (_, reply) => void reply.writeHead(200).end(file.subarray(0, half))],
  ['an end at the same place again and again', (_, reply) => send(reply, 200, plain, file, half)],
])('%s is never taken for a whole file', async (_, answer) => {
  const { found, ranges } = await downloadOf(answer)
  expect(isTrue(found, file)).toBe(false)
  expect(ranges.length).toBeLessThan(20)
})

test('it gives up where no byte comes any more, and not before', async () => {
  const { found, ranges } = await downloadOf((asked, reply) => {
    if (asked.nth < 50) sendRanged(file, asked, reply, { until: 1000 })
    else reply.destroy()
  })
  expect(found).toMatchObject({ status: 'failed', error: { kind: 'network' } })
  expect(ranges).toHaveLength(49 + 31)
})

test('it tells how many bytes came of how many, and when it waits', async () => {
  const told: DownloadProgress[] = []
  await downloadOf((asked, reply) => sendRanged(file, asked, reply, { until: asked.nth === 1 ? half : file.length }), {
    onProgress: (progress) => void told.push(progress),
  })
  expect(told[0]).toMatchObject({ state: 'fetching', total: file.length })
  expect(told).toContainEqual({ state: 'waiting', received: half, total: file.length })
})

test('a cancelled download ends at once and closes its request', async () => {
  const stop = new AbortController()
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const { found } = await downloadOf(
    (_, reply) => {
      reply.on('close', close)
      reply.writeHead(200, { ...plain, etag: '"one"' }).write(file.subarray(0, half))
    },
    { signal: stop.signal, onProgress: () => stop.abort() },
  )
  expect(found).toEqual({ status: 'cancelled' })
  await closed
})

test('a file over the cap is not begun', async () => {
  const { found } = await downloadOf((_, reply) => {
    reply.writeHead(200, { 'content-length': String(3 * 2 ** 30) }).write(file)
  })
  expect(found).toMatchObject({ status: 'failed', error: { message: 'The file is too large for this app.' } })
})
