import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, chooseModel, expect, saveConnection, send, test } from './fixtures.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, POST',
}

test('a foreign router works directly from the page, and gets nothing but the three headers', async ({ page }) => {
  const seen: Record<string, string | string[] | undefined>[] = []
  const foreign = await serve((request, reply) => {
    if (request.method === 'OPTIONS') return void reply.writeHead(204, cors).end()
    seen.push({ ...request.headers, url: request.url })
    if (request.headers.authorization !== 'Bearer foreign-key')
      return void reply
        .writeHead(401, { ...cors, 'content-type': 'application/json' })
        .end('{"error":{"message":"no key"}}')
    if (request.url === '/v1/models')
      return void reply
        .writeHead(200, { ...cors, 'content-type': 'application/json' })
        .end('{"data":[{"id":"far-away"}]}')
    reply.writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
    for (const word of ['Hello ', 'from ', 'far ', 'away'])
      reply.write(`data: {"choices":[{"delta":{"content":"${word}"}}]}\n\n`)
    reply.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
  })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Far away')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(foreign.url)
  await page.getByRole('button', { name: `Use ${foreign.url}/v1` }).click()
  await page.getByLabel('Key', { exact: true }).fill('foreign-key')
  await page.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Far away' })
  await expect(card.getByRole('radio')).toBeChecked()
  await expect(card).toContainText('Works, 1 model')
  await expect(card).toContainText('The key is valid')

  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('link', { name: 'Try far-away' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('far-away')
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('Hello from far away')
  const allowed =
    /^(authorization|content-type|accept|host|connection|content-length|user-agent|origin|referer|accept-encoding|accept-language|cache-control|pragma|sec-.*|url)$/
  expect(seen.flatMap((headers) => Object.keys(headers)).filter((name) => !allowed.test(name))).toEqual([])
  expect(seen.every((headers) => headers.referer === undefined)).toBe(true)

  // Over a reload only the key is forgotten: nothing goes out without it, and nothing goes elsewhere.
  const sent = seen.length
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Connection' })).toContainText('Far away')
  await send(page, 'Hello again')
  await expect(page.getByText('Not sent: Far away needs its key.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello again')
  expect(seen).toHaveLength(sent)
  await page.getByLabel('Key for Far away').fill('foreign-key')
  await page.getByLabel('Key for Far away').press('Enter')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(answer(page)).toContainText('Hello from far away')
  foreign.close()
})

test('a new connection takes a model of its own list, says so, and sends its extra headers', async ({ page }) => {
  const allowed = { ...cors, 'access-control-allow-headers': 'authorization, content-type, x-gateway' }
  const seen: unknown[] = []
  const foreign = await serve(async (request, reply) => {
    if (request.method === 'OPTIONS') return void reply.writeHead(204, allowed).end()
    const body = Buffer.concat(await request.toArray()).toString()
    if (body) seen.push({ ...(JSON.parse(body) as object), gateway: request.headers['x-gateway'] })
    const list = { data: [{ id: 'whisper-1' }, { id: 'text-embedding-3-small' }, { id: 'gpt-4o' }] }
    reply.writeHead(200, { ...allowed, 'content-type': 'application/json' })
    reply.end(body ? '{"status":"completed","output_text":"From afar"}' : JSON.stringify(list))
  })
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  await page.goto('/chat')
  await send(page, 'Hello')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ids only')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(`${foreign.url}/v1`)
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByLabel('Header 1, name').fill('Cookie')
  await page.getByLabel('Header 1, value').fill('gateway-canary-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Cookie cannot be set')).toBeVisible()
  await page.getByLabel('Header 1, name').fill('x-gateway')
  await saveConnection(page)

  await page.getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByText('Ids only does not list gen-5.4-pro. The model is now gpt-4o.')).toBeVisible()
  await expect(model).toHaveValue('gpt-4o')
  await expect(page.getByText('price not stated · Ids only')).toBeVisible()
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('From afar')
  expect(seen).toMatchObject([{ model: 'gpt-4o', gateway: 'gateway-canary-1' }])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('canary')

  await page.getByRole('combobox', { name: 'Connection' }).selectOption('Local router')
  await expect(model).toHaveValue('gen-5.4-pro')
  await page.getByRole('combobox', { name: 'Connection' }).selectOption('Ids only')
  await expect(model).toHaveValue('gpt-4o')
  // The address has the model a moment later, and it is what the reload reads.
  await expect(page).toHaveURL(/model=gpt-4o/)
  await page.reload()
  await send(page, 'Hello again')
  await expect(page.getByText('Not sent: Ids only needs its key.')).toBeVisible()
  expect(seen).toHaveLength(1)
  await page.getByLabel('Header x-gateway for Ids only').fill('gateway-canary-2')
  await page.getByLabel('Header x-gateway for Ids only').press('Enter')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => seen).toHaveLength(2)
  expect(seen[1]).toMatchObject({ model: 'gpt-4o', gateway: 'gateway-canary-2' })
  foreign.close()
})

test('a connection is tested before it is saved, and one that fails is not used', async ({ page, start }) => {
  const router = await start()
  const site = await serve(({ url, method }, reply) =>
    reply
      .writeHead(method === 'GET' && url?.startsWith('/gone') ? 404 : 200, { ...cors, 'content-type': 'text/html' })
      .end('<!doctype html><title>A site</title>'),
  )
  const closed = await serve((_, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  const refusing = await serve((request, reply) =>
    reply
      .writeHead(request.method === 'OPTIONS' ? 204 : 401, { ...cors, 'content-type': 'application/json' })
      .end(request.method === 'OPTIONS' ? undefined : '{"error":{"message":"bad key"}}'),
  )
  const open = await serve((request, reply) =>
    reply
      .writeHead(request.method === 'OPTIONS' ? 204 : 200, { ...cors, 'content-type': 'application/json' })
      .end(request.method === 'OPTIONS' ? undefined : '{"data":[]}'),
  )
  await page.goto('/settings')
  const cases: readonly (readonly [string, string, RegExp])[] = [
    // A Patchbay router keeps even its opaque replies from other sites (CORP).
    ['Other site', `${router.url}/v1`, /Nothing answers at .*or it refuses requests from other sites/s],
    ['Not listed', `${closed.url}/v1`, /Blocked by CORS.*is up/s],
    ['Nobody', 'http://127.0.0.1:9/v1', /Nothing answers at 127\.0\.0\.1:9/],
    ['A site', `${site.url}/v1`, /Received a web page.*Check the path \(usually \/v1\)/s],
    ['Wrong path', `${site.url}/gone`, /HTTP 404.*Check the path \(usually \/v1\)/s],
    ['Refusing', `${refusing.url}/v1`, /key was not accepted/i],
    ['Open', `${open.url}/v1`, /Works, 0 models.*Key not verified/s],
  ]
  for (const [name, url, words] of cases) {
    await page.getByRole('button', { name: 'Add connection' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
    await page.getByLabel('Key', { exact: true }).fill('some-key')
    await page.getByRole('button', { name: 'Save' }).click()
    if (name !== 'Open') {
      await expect(page.locator('form')).toContainText(words)
      await page.getByRole('button', { name: 'Save anyway' }).click()
    }
    const card = page.getByRole('listitem').filter({ hasText: url })
    await expect(card).toContainText(words)
    await expect(card.getByRole('radio')).toBeChecked({ checked: name === 'Open' })
  }
  for (const server of [site, refusing, open, closed]) server.close()
})

test('nothing is sent to a server on this machine that is down, and that is said', async ({ page }) => {
  const foreign = await serve((request, reply) =>
    reply
      .writeHead(request.method === 'OPTIONS' ? 204 : 200, { ...cors, 'content-type': 'application/json' })
      .end('{"data":[{"id":"far-away"}]}'),
  )
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Base URL' }).fill(`${foreign.url}/v1/chat/completions`)
  await page.getByRole('button', { name: `Use ${foreign.url}/v1` }).click()
  await saveConnection(page)
  await page.getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('far-away')
  foreign.close()
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('Never sent; not billed.')
  await expect(answer(page)).toContainText(`Nothing answers at ${new URL(foreign.url).host}`)
})

test('a bad address is refused with a reason and nothing typed is lost', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bad')
  await page.getByRole('textbox', { name: 'Base URL' }).fill('router.example/v1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The base URL must start with https://')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bad')
})

test('the local sandbox is the first profile and works', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/settings')
  const card = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first()
  await expect(card).toContainText('Local router')
  await card.getByRole('button', { name: 'Test connection' }).click()
  await expect(card).toContainText(/Works, \d+ models/)
})

test('a router with a key of its own asks for it, and works once it is typed', async ({ page, start }) => {
  const router = await start({ ROUTER_API_KEY: 'typed-by-a-person', PUBLIC_URL: 'http://playground.test' })
  const reply = await fetch(`${router.url}/playground.json`, { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(reply.status).toBe(404)
  await page.goto(`${router.url}/settings`)
  await expect(page.getByText('This router requires its API key')).toBeVisible()
  const card = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first()
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Key', { exact: true }).fill('typed-by-a-person')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Chat' }).click()
  await chooseModel(page, 'sandbox-fast')
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('synthetic')
})

test('models are shown with capabilities, prices and what is not reported; Try opens the panel', async ({ page }) => {
  await page.goto('/models')
  const card = page.getByRole('listitem').filter({ has: page.getByText('gen-5.4-pro', { exact: true }) })
  await expect(card).toContainText('60 cauris (unit unknown)')
  await expect(card).toContainText('responses')
  await expect(card).toContainText('Live API')
  await page.getByRole('searchbox', { name: 'Search models' }).fill('plain')
  await page.getByRole('link', { name: 'Try sandbox-plain' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-plain')
})
