import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen } from './fault-server.ts'
import { answer, chooseModel, connectTo, expect, saveConnection, send, test } from './fixtures.ts'

const canary = 'canary-7f3a9b52e1d84c06-key'
/** The router's own key for a provider. */
const upstreamCanary = 'upstream-2c81/5d07e3+b94fa610-key'
const spellings = [canary, upstreamCanary].flatMap((key) => [
  ...[key, Buffer.from(key).toString('base64').slice(0, 30), encodeURIComponent(key)],
  ...['Bearer ', 'a'].map((before) =>
    Buffer.from(before + key)
      .toString('base64')
      .slice(12, 40),
  ),
])

/** Runs in the page: everything that it has stored, as JSON. */
async function dumpStorage(): Promise<string> {
  const dump: unknown[] = [{ ...localStorage }, { ...sessionStorage }, await caches.keys(), location.href]
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => failed(opening.error)
    })
    for (const store of db.objectStoreNames)
      dump.push(
        await new Promise((done, failed) => {
          const all = db.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => done(all.result)
          all.onerror = () => failed(all.error)
        }),
      )
    db.close()
  }
  return JSON.stringify(dump)
}

test('a key that was typed and not remembered stays in memory, and a provider’s in the router', async ({
  browser,
  start,
}, info) => {
  const upstream = await startEchoing()
  const data = info.outputPath('data')
  const router = await start({
    ROUTER_API_KEY: canary,
    OPENAI_API_KEY: upstreamCanary,
    OPENAI_BASE_URL: upstream.url,
    DATA_DIR: data,
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  page.on('request', (request) => {
    const { authorization: _, ...headers } = request.headers()
    told.push(request.url(), JSON.stringify(headers), request.postData() ?? '')
  })
  await page.goto(`${router.url}/settings`)
  const card = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first()
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Key', { exact: true }).fill(canary)
  await saveConnection(page)
  await page.getByRole('link', { name: 'Chat' }).click()
  for (const model of ['echo-refusal', 'echo-stream', 'sandbox-fast', 'fault-401', 'fault-500', 'fault-cut']) {
    await chooseModel(page, model)
    await send(page, `A word to ${model}`)
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  }
  const stored = await page.evaluate(dumpStorage)
  expect(stored).toContain('A word to fault-cut')
  expect(stored).toContain('openai rejected the router’s key (401): Not Bearer')
  expect(stored).toContain('Broken off for Bearer *****')
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(3)
  const places: Record<string, string> = {
    storage: stored,
    page: await page.content(),
    'console and requests': told.join('\n'),
    'router output': router.output(),
    'data folder': files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n'),
    'state of the browser': JSON.stringify(await context.storageState({ path: info.outputPath('state.json') })),
  }
  for (const [place, text] of Object.entries(places))
    for (const spelling of spellings) expect(text.includes(spelling), `the key in ${place}`).toBe(false)
  await context.close()
  upstream.close()
})

/** The models of `startEchoing`, and what each is for. */
const echoing = { 'echo-video': 'videos.create', 'echo-refusal': 'responses', 'echo-stream': 'responses' }

/** Refuses the key, or begins a stream that breaks off with an error. */
function echoText(reply: ServerResponse, sent: string, key = ''): void {
  reply.setHeader('etag', key)
  if (sent.includes('"model":"echo-refusal"')) {
    const error = { message: `Not ${key}`, code: key, type: key }
    reply.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error, [key]: key }))
    return
  }
  const error = { type: 'error', code: key, message: `Broken off for ${key} ${Buffer.from(key).toString('base64')}` }
  reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: error\ndata: ${JSON.stringify(error)}\n\n`)
}

/** A router or provider that writes the key it is sent into every reply, for text also into the reply's headers. */
async function startEchoing() {
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type, accept',
  }
  const says = { queued: 0, polled: 0 }
  const server = createServer(async (request, reply) => {
    const send = (body: unknown) =>
      reply.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { method, url = '', headers } = request
    const sent = Buffer.concat(await request.toArray()).toString()
    if (method === 'OPTIONS') return void reply.writeHead(204, cors).end()
    if (url.endsWith('/models'))
      return void send({
        data: Object.entries(echoing).map(([id, capability]) => ({
          id,
          capabilities: [capability],
          name: headers.authorization,
        })),
      })
    if (url.endsWith('/responses')) return void echoText(reply, sent, headers.authorization)
    const echo = { headers: { authorization: headers.authorization }, [`word ${headers.authorization}`]: 1 }
    const job = { id: 'video_1', object: 'video', ...echo }
    if (method === 'POST') return void send({ ...job, status: 'queued', progress: says.queued++ })
    says.polled += 1
    const error = { code: 'refused', message: `No video for ${headers.authorization}` }
    send(says.polled < 2 ? { ...job, status: 'in_progress' } : { ...job, status: 'failed', error })
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/v1`, says, close: () => server.close() }
}

test('a key that a router writes into the replies about a job is stored and shown nowhere', async ({ page }) => {
  const router = await startEchoing()
  await connectTo(page, { url: router.url, key: canary })
  await page.getByRole('link', { name: 'Video' }).click()
  await chooseModel(page, 'echo-video')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A boat')
  await page.getByRole('button', { name: 'Create video' }).click()
  await expect(page.getByText('No video for Bearer [key]').first()).toBeVisible()
  expect(router.says).toEqual({ queued: 1, polled: 2 })
  await page.getByRole('button', { name: 'Inspector' }).click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('tab', { name: 'Events' }).click()
  await inspector.getByRole('option', { name: /job\.status.*failed/ }).click()
  await expect(inspector.getByRole('region', { name: /Event/ })).toContainText('Bearer [key]')
  const stored = await page.evaluate(dumpStorage)
  expect(stored).toContain('job.status')
  for (const spelling of spellings) {
    expect(stored.includes(spelling)).toBe(false)
    expect((await page.content()).includes(spelling)).toBe(false)
  }
  router.close()
})

test('no built file holds a key-like string, and no source map is shipped', () => {
  const folder = join(import.meta.dirname, '../dist/app')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|map)$/.test(file),
  )
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  for (const file of files)
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/sk-[a-z0-9]{20}|AIza[\w-]{30}|ghp_\w{30}/i)
})

test('the document comes with the policy headers, and scripts of its own alone', async ({ request }) => {
  const reply = await request.get('/chat')
  const headers = reply.headers()
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  expect(headers['cache-control']).toContain('no-store')
  expect(await reply.text()).not.toMatch(/<script(?![^>]*\bsrc=)/)
})
