import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOpStore } from '../ops/op-store.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { jsonReply } from './http-replies.ts'
import { createIntake } from './request-intake.ts'

const MB = 1024 * 1024

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'patchbay-uploads-'))
  folder = join(parent, 'uploads')
})
afterEach(() => rmSync(parent, { recursive: true }))

const filesIn = () => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])
const noFilesLeft = () => expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false)

/** A router whose one provider takes files of up to 4 MiB. */
function start(answer: (request: ProviderRequest) => Promise<Response>) {
  const provider: Provider = {
    ...testProvider(answer),
    models: [{ id: 'test-model', object: 'model', capabilities: ['images.edits', 'edits'] }],
    endpoints: new Set(['images.edits']),
    largestFile: { 'images.edits': 4 * MB },
  }
  return startTestRouter({
    providers: [provider],
    intake: createIntake({ folder }),
    ops: createOpStore({ clock: systemClock }),
  })
}

const firstImage = ({ body }: ProviderRequest): Blob => {
  const [image] = Array.isArray(body.images) ? body.images : []
  if (image instanceof Blob) return image
  throw new TypeError('no file came')
}

const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 7919) >> 5)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function formOf(...files: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData()
  form.append('model', 'test-model')
  form.append('prompt', 'a')
  for (const file of files) form.append('image[]', new Blob([file], { type: 'image/png' }), 'a.png')
  return form
}

const send = (url: string, body: FormData, headers = {}) =>
  fetch(`${url}/v1/images/edits`, { method: 'POST', headers: { authorization: `Bearer ${testKey}`, ...headers }, body })

test('a large file stands on disk, for its user alone, while its request lives, and reaches the provider as it was', async () => {
  const seen: unknown[] = []
  const router = await start(async (request) => {
    const image = firstImage(request)
    const bytes = new Uint8Array(await image.arrayBuffer())
    seen.push(image.type, sha256(bytes))
    for (const path of filesIn()) seen.push(statSync(path).mode & 0o777, sha256(readFileSync(path)))
    return jsonReply({ data: [] })
  })
  const sent = bytesOf(3 * MB)
  const reply = await send(router.url, formOf(sent))
  expect(reply.status).toBe(200)
  expect(seen).toEqual(['image/png', sha256(sent), 0o600, sha256(sent)])
  await noFilesLeft()
  await router.close()
})

test('small files are held in memory', async () => {
  const router = await start(async (request) => jsonReply({ size: firstImage(request).size, files: filesIn() }))
  const reply = await send(router.url, formOf(bytesOf(1000), bytesOf(2000)))
  expect(await reply.json()).toEqual({ size: 1000, files: [] })
  await router.close()
})

test('files stay until the reply has ended, and until then a request under a key does not lose them with its client', async () => {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  let read = 0
  const router = await start(async (request) => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gone
        read = (await firstImage(request).arrayBuffer()).byteLength
        controller.enqueue(new TextEncoder().encode('data: {}\n\n'))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  })
  const leaving = new AbortController()
  const reply = await fetch(`${router.url}/v1/images/edits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'idempotency-key': randomUUID() },
    body: formOf(bytesOf(2 * MB)),
    signal: leaving.signal,
  })
  expect(reply.status).toBe(200)
  expect(filesIn()).toHaveLength(1)
  leaving.abort()
  go()
  await noFilesLeft()
  expect(read).toBe(2 * MB)
  await router.close()
})

test.each([
  ['a reply that breaks', async () => testEvents(['a'], 'break')],
  ['a provider that throws', () => Promise.reject(new Error('no'))],
])('nothing is left of %s', async (_, answer) => {
  const router = await start(answer)
  await send(router.url, formOf(bytesOf(2 * MB)))
    .then((reply) => reply.text())
    .catch(() => undefined)
  await noFilesLeft()
  await router.close()
})

test('nothing is left of a request that is refused once its form is there', async () => {
  const router = await start(() => Promise.reject(new Error('never asked')))
  const form = formOf(bytesOf(2 * MB))
  form.append('n', 'many')
  expect((await send(router.url, form)).status).toBe(400)
  await noFilesLeft()
  await router.close()
})

/** The head of a form whose second picture has no end yet. */
function unfinished(port: number): string {
  const part = (name: string, rest = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const file = part('image[]', '; filename="a.png"\r\nContent-Type: image/png')
  const head = `POST /v1/images/edits HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${testKey}\r\n`
  return `${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000000\r\n\r\n${file}first\r\n${file}`
}

test('a file over the limit of its route is refused while it is read, by the name of its field', async () => {
  const router = await start(() => Promise.reject(new Error('never asked')))
  const socket = connect(router.port, '127.0.0.1')
  socket.write(unfinished(router.port))
  socket.write(bytesOf(4 * MB + 1000))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  expect(String(answer)).toContain('"param":"images[1]","code":"file_too_large"')
  expect(String(answer)).toContain('images[1]: files are limited to 4 MB on this route.')
  socket.destroy()
  await noFilesLeft()
  await router.close()
})

test('nothing is left of a form whose client goes in the middle of a file', async () => {
  const router = await start(() => Promise.reject(new Error('never asked')))
  const socket = connect(router.port, '127.0.0.1')
  socket.write(unfinished(router.port))
  socket.write(bytesOf(3 * MB))
  await expect.poll(() => filesIn().length, { timeout: 10_000 }).toBe(1)
  socket.destroy()
  await noFilesLeft()
  await router.close()
})

test('files that would be too large together are refused, and so is what the disk does not take', async () => {
  const intake = createIntake({ folder, limits: { memory: 0, disk: 1000 } })
  const [first, second] = [intake.open(), intake.open()]
  await (await first.createFile()).write(new Uint8Array(600))
  const file = await second.createFile()
  await expect(file.write(new Uint8Array(600))).rejects.toMatchObject({ status: 503, code: 'busy' })
  await first.release()
  await file.write(new Uint8Array(600))
  await Promise.all([second.release(), second.release()])
  await noFilesLeft()
  const nowhere = createIntake({ folder: join(import.meta.filename, 'inside') }).open()
  await expect(nowhere.createFile()).rejects.toMatchObject({ status: 503, code: 'disk_failed' })
})
