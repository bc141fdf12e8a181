import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, test as base, expect, type Frame } from '@playwright/test'
import { type RunningRouter, startRouter } from './fixtures.ts'
import { sample } from './sample.ts'

type End = () => Promise<unknown>

/** A browser for which `evil.test` is this machine, as it is for one whose name server belongs to the attacker. */
const test = base.extend<{ atEnd: (end: End) => void }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = ['--host-resolver-rules=MAP evil.test 127.0.0.1', '--no-proxy-server']
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
  atEnd: async ({}, use) => {
    const ends: End[] = []
    await use((end) => ends.push(end))
    for (const end of ends.reverse()) await end()
  },
})

/** Where an attacking page stands, and by which name it reaches for the router. */
interface Scenario {
  readonly name: string
  readonly page: string
  readonly target: string
  /** `rebound`: the page's own name and port become those of the router once it is loaded. */
  readonly kind: 'plain' | 'rebound' | 'sandboxed'
  /** 421 where the router is called by a name that is not its own. */
  readonly refusal: 403 | 421
}

const scenarios: readonly Scenario[] = [
  { name: 'another port of 127.0.0.1', page: '127.0.0.1', target: '127.0.0.1', kind: 'plain', refusal: 403 },
  { name: 'another port of localhost', page: 'localhost', target: 'localhost', kind: 'plain', refusal: 403 },
  {
    name: 'a foreign name that leads to this machine',
    page: 'evil.test',
    target: '127.0.0.1',
    kind: 'plain',
    refusal: 403,
  },
  {
    name: 'a foreign name rebound to the router itself',
    page: 'evil.test',
    target: 'evil.test',
    kind: 'rebound',
    refusal: 421,
  },
  { name: 'a foreign page that calls 0.0.0.0', page: 'evil.test', target: '0.0.0.0', kind: 'plain', refusal: 421 },
  {
    name: 'a sandboxed frame without an origin',
    page: '127.0.0.1',
    target: '127.0.0.1',
    kind: 'sandboxed',
    refusal: 403,
  },
]

/** Every way in which a page can make its browser send something; each request carries the name as `?by=`. */
const vectors = [
  'get',
  'text post',
  'json post',
  'multipart post',
  'typeless post',
  'beacon',
  'form',
  'image',
  'script',
  'frame',
  'event source',
  'web socket',
] as const

type Vector = (typeof vectors)[number]

interface Seen {
  readonly by: Vector
  readonly path: string
  /** What the page could read or tell of the answer. */
  readonly answer: string
}

/** Runs in the attacking page: tries everything, with the key and without, and tells what it could read. */
async function attack({ target, key }: { target: string; key: string }): Promise<Seen[]> {
  const seen: Seen[] = []
  const body = JSON.stringify({ model: 'sandbox-fast', input: 'from another site' })
  const bearer = { authorization: `Bearer ${key}` }
  const url = (by: Vector, path: string) => `${target}${path}?by=${encodeURIComponent(by)}`
  const settled = (start: (done: (answer?: string) => void) => void) =>
    new Promise<string | undefined>((done) => {
      setTimeout(done, 15_000)
      start(done)
    })
  const note = (by: Vector, path: string, answer: string | undefined) => {
    if (answer !== undefined) seen.push({ by, path, answer })
  }

  async function fetching(by: Vector, path: string, init: RequestInit): Promise<void> {
    const read = async () => {
      const reply = await fetch(url(by, path), init)
      return reply.type === 'opaque' ? undefined : `${reply.status} ${await reply.text()}`
    }
    note(by, path, await read().catch(() => undefined))
  }

  /** In both modes: one hopes to read the answer, the other only to be carried out. */
  const bothWays = (by: Vector, path: string, init: RequestInit) =>
    Promise.all([fetching(by, path, init), fetching(by, path, { ...init, mode: 'no-cors', credentials: 'include' })])

  const loading = (by: Vector, path: string, tag: 'img' | 'script') =>
    settled((done) => {
      const element = document.createElement(tag)
      element.onload = () => done('loaded')
      element.onerror = () => done()
      element.src = url(by, path)
      document.body.append(element)
    }).then((answer) => note(by, path, answer))

  /** What a frame shows is readable where its document is; a browser's own error page never is. */
  const framed = (by: Vector, path: string, show: (frame: HTMLIFrameElement) => void) =>
    settled((done) => {
      const frame = document.createElement('iframe')
      frame.name = `${by} ${path}`
      document.body.append(frame)
      frame.onload = () => {
        try {
          if (frame.contentDocument?.URL !== 'about:blank') done(frame.contentDocument?.body.innerText)
        } catch {
          done()
        }
      }
      show(frame)
    }).then((answer) => note(by, path, answer))

  const listening = (by: Vector, path: string, source: EventSource | WebSocket) =>
    settled((done) => {
      source.onopen = () => done('opened')
      source.onmessage = ({ data }) => done(String(data))
      source.onerror = () => done()
    }).then((answer) => {
      source.close()
      note(by, path, answer)
    })

  function submit(frame: HTMLIFrameElement): void {
    const form = document.createElement('form')
    Object.assign(form, { action: url('form', '/v1/responses'), method: 'post', enctype: 'text/plain' })
    form.target = frame.name
    const field = document.createElement('input')
    // Together with the `=` between name and value this is a JSON document.
    field.name = body.replace('from another site"}', '')
    field.value = '"}'
    form.append(field)
    document.body.append(form)
    form.submit()
  }

  const parts = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(body))) parts.append(name, String(value))
  const typed = new Blob([body], { type: 'text/plain' })
  navigator.sendBeacon(url('beacon', '/v1/responses'), typed)
  const readable = ['/v1/models', '/playground.json', '/sandbox/meter', '/ops/known', '/chat']
  const json = { 'content-type': 'application/json' }
  await Promise.all([
    ...readable.map((path) => bothWays('get', path, {})),
    ...readable.map((path) => fetching('get', path, { headers: bearer })),
    bothWays('text post', '/v1/responses', { method: 'POST', body }),
    bothWays('json post', '/v1/responses', { method: 'POST', body, headers: json }),
    fetching('json post', '/v1/responses', { method: 'POST', body, headers: { ...json, ...bearer } }),
    fetching('json post', '/v1/responses', {
      method: 'POST',
      body,
      headers: { ...json, ...bearer, 'idempotency-key': 'other-site' },
    }),
    fetching('json post', '/ops/known', { method: 'DELETE', headers: bearer }),
    bothWays('multipart post', '/v1/responses', { method: 'POST', body: parts }),
    bothWays('multipart post', '/v1/images/edits', { method: 'POST', body: parts }),
    bothWays('typeless post', '/v1/responses', { method: 'POST', body: new Blob([body]) }),
    framed('form', '/v1/responses', submit),
    ...readable.flatMap((path) => [
      loading('image', path, 'img'),
      loading('script', path, 'script'),
      framed('frame', path, (frame) => {
        frame.src = url('frame', path)
      }),
    ]),
    listening('event source', '/v1/responses', new EventSource(url('event source', '/v1/responses'))),
    listening('event source', '/playground.json', new EventSource(url('event source', '/playground.json'))),
    listening(
      'web socket',
      '/v1/responses',
      new WebSocket(url('web socket', '/v1/responses').replace(/^http/, 'ws'), 'realtime'),
    ),
  ])
  return seen
}

interface Site {
  readonly server: Server
  readonly port: number
}

async function listenOn(server: Server, port = 0): Promise<Site> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : port }
}

async function close({ server }: Site): Promise<void> {
  await new Promise((done) => {
    server.close(done)
    server.closeAllConnections()
  })
}

/** A site of somebody else: an empty page, and one that holds a sandboxed frame. */
const foreignSite = () =>
  listenOn(
    createServer(({ url = '' }, reply) => {
      const frame = '<iframe name="attacker" sandbox="allow-scripts allow-forms" src="/inside"></iframe>'
      reply.setHeader('content-type', 'text/html')
      reply.end(`<!doctype html><title>Elsewhere</title><body>${url === '/sandboxed' ? frame : ''}`)
    }),
  )

/** Loads the attacking page from `site`, lets `open` put its target up, and gives the frame to attack from. */
async function visit<T>(browser: Browser, scenario: Scenario, site: Site, open: (port: number) => Promise<T>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://${scenario.page}:${site.port}/${scenario.kind === 'sandboxed' ? 'sandboxed' : ''}`)
  const frame: Frame | null = scenario.kind === 'sandboxed' ? page.frame('attacker') : page.mainFrame()
  if (!frame) throw new Error('the sandboxed frame is not there')
  await frame.waitForLoadState()
  if (scenario.kind === 'rebound') await close(site)
  const opened = await open(scenario.kind === 'rebound' ? site.port : 0)
  return { frame, opened }
}

/** A router without any guard: it shows that the attacks would work. */
async function guardless(port: number) {
  const arrived = new Set<string>()
  const site = await listenOn(
    createServer(({ url = '', method, headers }, reply) => {
      const by = new URL(url, 'http://guardless').searchParams.get('by')
      if (method !== 'OPTIONS' && by) arrived.add(by)
      reply.setHeader('access-control-allow-origin', headers.origin ?? '*')
      reply.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      reply.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
      reply.setHeader(
        'content-type',
        headers.accept?.includes('event-stream') ? 'text/event-stream' : 'text/javascript',
      )
      reply.end('void "a word of the router"')
    }).on('upgrade', ({ url = '' }, socket) => {
      arrived.add(new URL(url, 'http://guardless').searchParams.get('by') ?? '')
      socket.destroy()
    }),
    port,
  )
  return { ...site, arrived }
}

/** A router with a data folder that can be looked into. */
async function openRouter(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-sites-'))
  const router = await startRouter({ DATA_DIR: folder, ...settings })
  const journal = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .join('')
  const end = async () => {
    await router.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...router, journal, end }
}

interface Logged {
  readonly method: string
  readonly route: string
  readonly status: number
}

/** The lines of the log about requests: `POST /v1/responses 403 …`. */
const requestsIn = (router: RunningRouter): Logged[] =>
  [...router.output().matchAll(/^([A-Z]+) (\S+) (\d{3}) /gm)].map(([, method = '', route = '', status = '']) => ({
    method,
    route,
    status: Number(status),
  }))

/** The test's own look at the meter. */
const isMeter = ({ route, status }: Logged) => route === '/sandbox/meter' && status === 200

/** Under its own name the router also answers a preflight, which grants nothing, and shows its public files. */
const isHarmless = ({ method, route, status }: Logged, { refusal }: Scenario) =>
  refusal === 421 ? status === 421 : status >= 400 || method === 'OPTIONS' || route === 'file'

/** The browser puts a page of its own where a document forbids to be framed. */
const isShown = (frame: Frame) => !frame.url().startsWith('chrome-error:')

const portOf = ({ url }: RunningRouter) => new URL(url).port

for (const scenario of sample(scenarios, 1))
  test.describe(scenario.name, () => {
    test('every attack would reach a router without guards', async ({ browser, atEnd }) => {
      const site = await foreignSite()
      atEnd(() => close(site))
      const { frame, opened } = await visit(browser, scenario, site, guardless)
      atEnd(() => close(opened))
      const seen = await frame.evaluate(attack, { target: `http://${scenario.target}:${opened.port}`, key: 'known' })
      await expect.poll(() => [...opened.arrived].sort()).toEqual([...vectors].sort())
      expect(frame.childFrames().filter(isShown).length).toBeGreaterThan(1)
      const read = seen.map(({ by }) => by)
      for (const by of ['get', 'text post', 'json post', 'multipart post', 'typeless post', 'script'] as const)
        expect(read).toContain(by)
    })

    test('nothing is carried out and nothing can be read', async ({ browser, atEnd }) => {
      const site = await foreignSite()
      atEnd(() => close(site))
      const open = (port: number) => openRouter({ PORT: String(port) })
      const { frame, opened: router } = await visit(browser, scenario, site, open)
      atEnd(router.end)
      const target = `http://${scenario.target}:${portOf(router)}`
      const seen = await frame.evaluate(attack, { target, key: router.key })
      // A rebound page is of the router's own origin to its browser: all that it may read is that it was found out.
      const isFoundOut = ({ answer }: Seen) => scenario.kind === 'rebound' && /^421 .*"unknown_host"/s.test(answer)
      expect(seen.filter((one) => !isFoundOut(one))).toEqual([])
      expect(JSON.stringify(seen)).not.toContain(router.key)
      expect(frame.childFrames().length).toBeGreaterThan(1)
      expect(frame.childFrames().filter(isShown)).toEqual([])
      expect(await router.accepted()).toBe(0)
      expect(router.journal()).toBe('')
      await expect.poll(() => requestsIn(router).filter(isMeter)).toHaveLength(1)
      const requests = requestsIn(router).filter((request) => !isMeter(request))
      expect(requests.length).toBeGreaterThan(vectors.length)
      expect(requests.filter((request) => !isHarmless(request, scenario))).toEqual([])
    })
  })

test('a listed origin, and no other, may read and post with the key', async ({ browser, atEnd }) => {
  const [friend, stranger] = [await foreignSite(), await foreignSite()]
  for (const site of [friend, stranger]) atEnd(() => close(site))
  const router = await openRouter({ ALLOWED_ORIGINS: `http://127.0.0.1:${friend.port}` })
  atEnd(router.end)
  const target = `http://127.0.0.1:${portOf(router)}`
  async function attackFrom(site: Site, page: string, kind: 'plain' | 'sandboxed'): Promise<Seen[]> {
    const scenario = { name: page, page, target: '127.0.0.1', kind, refusal: 403 } as const
    const { frame } = await visit(browser, scenario, site, async () => undefined)
    const seen = await frame.evaluate(attack, { target, key: router.key })
    await frame.page().context().close()
    return seen
  }

  const strangers = [
    await attackFrom(stranger, '127.0.0.1', 'plain'),
    await attackFrom(friend, 'localhost', 'plain'),
    await attackFrom(friend, 'evil.test', 'plain'),
    await attackFrom(friend, '127.0.0.1', 'sandboxed'),
  ]
  expect(strangers).toEqual([[], [], [], []])
  expect(await router.accepted()).toBe(0)

  const seen = await attackFrom(friend, '127.0.0.1', 'plain')
  const done = seen.filter(({ answer }) => answer.startsWith('2')).map(({ by, path }) => `${by} ${path}`)
  expect(done.sort()).toEqual([
    'get /v1/models',
    'json post /ops/known',
    'json post /v1/responses',
    'json post /v1/responses',
  ])
  expect(seen.find(({ by, answer }) => by === 'json post' && answer.startsWith('200'))?.answer).toContain('synthetic')
  // Without the key the page reads that it needs one, and the key is not to be had from there.
  expect(new Set(seen.filter(({ answer }) => !answer.startsWith('2')).map(({ answer }) => answer.slice(0, 3)))).toEqual(
    new Set(['401', '404']),
  )
  const paths = new Set(seen.map(({ path }) => path))
  for (const path of ['/playground.json', '/sandbox/meter', '/chat']) expect(paths).not.toContain(path)
  expect(JSON.stringify(seen)).not.toContain(router.key)
  expect(await router.accepted()).toBe(2)
})
