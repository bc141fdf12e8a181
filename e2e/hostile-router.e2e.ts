import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import {
  completed,
  cut,
  delta,
  event,
  type Fault,
  type FaultServer,
  json,
  type Sink,
  startFaultServer,
  startSink,
  stream,
} from './fault-server.ts'
import { answer, test as base, chooseModel, expect, saveConnection, send } from './fixtures.ts'
import { inBatches, sample } from './sample.ts'

const hostile = [
  '<img src="https://third.test/a.png" onerror="alert(1)"><script>alert(2)</script><svg onload="alert(3)"></svg>',
  '<iframe src="https://third.test/"></iframe><a href="javascript:alert(4)">one</a><form action="https://third.test/">',
  '[two](javascript:alert(5)) ![three](https://third.test/b.png) \u202Egnp.exe\u202C <base href="https://third.test/">',
  '<link rel="prefetch" href="https://third.test/c"><meta http-equiv="refresh" content="0;url=https://third.test/d">',
].join('\n\n')

/** Nested so deep that a recursive walk of it ends in a stack overflow. */
const abyss = `${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`
const ownNames = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1'
const call = { type: 'function_call', call_id: '__proto__', name: hostile, arguments: '{"a":"<script>"}' }

const refusal =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (reply) =>
    json(reply, { error: { message: hostile, code: hostile, param: hostile, request_id: hostile } }, status, headers)

const page =
  (status: number): Fault =>
  (reply) =>
    void reply.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><title>${hostile}</title>`)

const typed =
  (contentType: string, body: string): Fault =>
  (reply) =>
    void reply.writeHead(200, { 'content-type': contentType }).end(body)

/** As fast as the socket takes it. */
const flood =
  (piece: string, times: number): Fault =>
  async (reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let block = 0; block < times; block += 1000) await written(reply, piece.repeat(Math.min(1000, times - block)))
    reply.end(completed())
  }

const written = (reply: ServerResponse, text: string) =>
  new Promise<void>((done) => (reply.write(text) ? done() : reply.once('drain', done)))

/** What a foreign router may do, and the one word in which each must end. */
const cases: readonly (readonly [name: string, fault: Fault, status: string])[] = [
  ['html-in-text', stream(delta(hostile), completed({ model: hostile, id: hostile })), 'completed'],
  [
    'html-in-reasoning',
    stream(event({ type: 'response.reasoning_text.delta', output_index: 0, delta: hostile }), completed()),
    'completed',
  ],
  ['html-in-tool-calls', stream(completed({ output: [call, { type: hostile, text: hostile }] })), 'completed'],
  ['html-in-refusal', refusal(400, { 'x-request-id': '<img src=x>', 'x-router-provider': '<b>' }), 'refused'],
  ['html-in-late-error', stream(delta('a'), event({ type: 'error', message: hostile, code: hostile })), 'failed'],
  ['incomplete-by-prototype', stream(event(incomplete('__proto__'))), 'incomplete'],
  ['incomplete-without-end', stream(event(incomplete('x'.repeat(100_000)))), 'incomplete'],
  ['own-names', stream(event(`{"type":"response.created",${ownNames}}`), delta('b'), completed()), 'completed'],
  ['one-megabyte-line', stream(delta('word '.repeat(200_000)), completed()), 'completed'],
  ['tiny-deltas', flood(delta('x '), 20_000), 'completed'],
  ['sixteen-megabytes', stream(delta('kept'), delta('x'.repeat(16 * 2 ** 20)), completed()), 'interrupted'],
  ['endless-headers', (reply) => json(reply, {}, 200, { 'x-long': 'x'.repeat(400_000) }), 'unknown'],
  ['events-as-an-image', typed('image/png', delta('c') + completed()), 'completed'],
  ['events-as-a-page', typed('text/html', delta('d') + completed()), 'completed'],
  ['json-for-a-stream', (reply) => json(reply, { object: 'response', output_text: hostile }), 'completed'],
  ['json-that-is-nothing', (reply) => json(reply, [null, 1, {}]), 'failed'],
  ['deep-json', typed('application/json', abyss), 'failed'],
  ['deep-event', stream(event(abyss), delta('e'), completed()), 'completed'],
  ['late-deltas', stream(delta('early'), completed(), delta('late')), 'completed'],
  ['two-ends', stream(delta('f'), completed(), event({ type: 'response.failed', response: {} })), 'completed'],
  ['contradiction', stream(delta('g'), completed({ error: { message: 'but no' } })), 'failed'],
  ['repeats', stream(delta('once', { sequence_number: 4 }).repeat(3), completed({ sequence_number: 5 })), 'completed'],
  ['cut-before-the-head', (reply) => void reply.destroy(), 'unknown'],
  ['cut-behind-the-head', cut(), 'interrupted'],
  ['cut-in-the-text', cut(delta('half')), 'interrupted'],
  ['cut-in-an-event', stream(delta('half'), 'data: {"type":"response.comp'), 'interrupted'],
  [
    'no-mark',
    stream(delta('all'), event({ type: 'response.output_text.done', output_index: 0, text: 'all' })),
    'unconfirmed',
  ],
  ['chat-completions', stream(chat({ delta: { content: hostile } }), chat({ finish_reason: 'stop' })), 'completed'],
  ['chat-without-finish', stream(chat({ delta: { content: 'h' } }), event('[DONE]')), 'interrupted'],
  ['redirect', (reply) => void reply.writeHead(307, { location: 'https://third.test/v1/responses' }).end(), 'unknown'],
  ['page-with-200', page(200), 'unknown'],
  ['page-with-404', page(404), 'unknown'],
  ['empty-500', (reply) => void reply.writeHead(500).end(), 'unknown'],
  ['retry-after-junk', refusal(429, { 'retry-after': 'Thu, 99 <b>Foo</b> -1e999' }), 'refused'],
]

function incomplete(reason: string) {
  return { type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: { reason } } }
}

function chat(choice: object): string {
  return event({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })
}

/** Names that no list should hold. */
const names = [
  hostile,
  'x'.repeat(5000),
  'y'.repeat(200_000),
  '\ud800 half a pair',
  '__proto__',
  'constructor',
  '../../..?model=a#b',
  ' ',
]
const entries = [
  ...names.map((id) => ({ id, name: id, description: id.repeat(3), owned_by: id, status: id, limits: { [id]: 1 } })),
  ...[null, 1, 'text', [], { id: null }, { id: {} }, { id: 'nested', name: { a: [1] }, capabilities: { a: { b: 1 } } }],
  {
    id: 'priced',
    pricing: { unit: hostile, api: hostile, ['x'.repeat(300)]: 1e308 },
    architecture: { input_modalities: [hostile, null] },
  },
]
const crowd = JSON.stringify({
  data: [...entries, ...Array.from({ length: 20_000 }, (_, at) => ({ id: `crowd-${at}` }))],
})

/** Every host that the replies name leads to the sink, and a page that shows a dialog has run what it should not. */
const test = base.extend<{ quiet: undefined }, { sink: Sink }>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
    async ({}, use) => {
      const sink = await startSink()
      await use(sink)
      sink.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, sink }, use) => {
      // Not every name of the internet: Chromium itself calls home.
      const rule = `--host-resolver-rules=MAP *.test 127.0.0.1:${sink.port}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] })
    },
    { scope: 'worker' },
  ],
  quiet: [
    async ({ page, sink }, use) => {
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      const before = sink.visits()
      await use(undefined)
      expect(dialogs).toEqual([])
      expect(sink.visits() - before, 'connections to third hosts').toBe(0)
    },
    { auto: true },
  ],
})

async function connectTo(page: Page, { url, key }: FaultServer): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Hostile')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await saveConnection(page)
  await page.getByRole('radio', { name: 'Hostile' }).check()
}

const path = (page: Page) => answer(page).getByRole('figure', { name: 'Path of this run' })

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

async function expectSandboxWorks(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('list', { name: 'Connections' }).getByRole('radio').first().check()
  await page.getByRole('link', { name: 'Chat' }).click()
  await chooseModel(page, 'sandbox-fast')
  await send(page, 'Still there?')
  await expect(path(page)).toHaveAccessibleName('Path of this run: completed')
  await expect(answer(page)).toContainText('synthetic')
}

/** Everything that the page's storage holds, as text. */
async function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const dump: unknown[] = [{ ...localStorage }, { ...sessionStorage }, location.href]
    const done = (request: IDBRequest) =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
    for (const { name = '' } of await indexedDB.databases()) {
      const db = (await done(indexedDB.open(name))) as IDBDatabase
      for (const store of db.objectStoreNames) dump.push(await done(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify(dump)
  })
}

for (const some of inBatches(sample(cases, 8), 17))
  test(`each reply of a hostile router ends in its one word, and nothing in it runs (from ${some[0]?.[0]} on)`, async ({
    page,
  }) => {
    const foreign = await startFaultServer(() => '{"data":[]}', new Map(some.map(([name, fault]) => [name, fault])))
    await connectTo(page, foreign)
    await page.getByRole('link', { name: 'Chat' }).click()
    for (const [at, [name, , status]] of some.entries()) {
      if (at > 0) await page.getByRole('button', { name: 'New conversation' }).click()
      await chooseModel(page, name)
      await send(page, `A prompt to ${name}`)
      await expect.soft(path(page), name).toHaveAccessibleName(`Path of this run: ${status}`)
      await expectNoOverflow(page)
    }
    expect([...foreign.sent]).toEqual(some.map(([name]) => [name, 1]))
    await expectSandboxWorks(page)
    const kept = await stored(page)
    expect(kept).toContain('A prompt to')
    expect(kept).not.toContain(foreign.key)
    await foreign.close()
  })

test('a hostile list of models is shown as text, and the page stays usable', async ({ page }) => {
  const foreign = await startFaultServer(() => crowd, new Map([['crowd-19999', stream(delta('found'), completed())]]))
  await page.setViewportSize({ width: 320, height: 640 })
  await connectTo(page, foreign)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('status')).toContainText(/20,0\d\d of 20,0\d\d models/)
  await expectNoOverflow(page)
  await page.getByRole('searchbox', { name: 'Search models' }).fill('half a pair')
  await page.getByRole('link', { name: /^Try .*half a pair/ }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseModel(page, names[1] ?? '')
  await expectNoOverflow(page)
  await chooseModel(page, 'crowd-19999')
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('found')
  await foreign.close()
})

test('a list of models that is none breaks nothing', async ({ page }) => {
  // `models.test.ts` reads whatever JSON there is.
  const lists = sample(['null', '{"data":null}', `{"data":${abyss}}`, '<!doctype html>', '[]', '"text"', ''], 3)
  let list = '{"data":[{"id":"good"}]}'
  const foreign = await startFaultServer(() => list, new Map([['unlisted', stream(delta('served'), completed())]]))
  await connectTo(page, foreign)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByText('1 of 1 models')).toBeVisible()
  for (const next of lists) {
    list = next
    await page.getByRole('button', { name: 'Reload list' }).click()
    await expect(page.getByRole('button', { name: 'Reload list' })).toBeEnabled()
    const told = page.getByText(/0 of 0 models|^The list /).or(page.getByRole('button', { name: 'Try again' }))
    await expect.soft(told.first(), next.slice(0, 20)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Chat' }).click()
  await chooseModel(page, 'unlisted')
  await send(page, 'Hello')
  await expect(answer(page)).toContainText('served')
  await foreign.close()
})
