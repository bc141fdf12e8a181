import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { saveData } from './save-data.ts'

const root = join(import.meta.dirname, '..')

/** A router of the production build on a free port, with a data folder of its own. */
export interface RunningRouter {
  readonly url: string
  readonly key: string
  /** Everything it printed so far. */
  output(): string
  /** How many paid requests the sandbox accepted. */
  accepted(): Promise<number>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function startRouter(
  settings: Record<string, string> = {},
  build = join(root, 'dist'),
): Promise<RunningRouter> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-e2e-'))
  const child = spawn(process.execPath, [join(build, 'router/main.js')], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: folder,
      LOCAL_SERVERS: 'off',
      LOG_FORMAT: 'text',
      ...settings,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const line = await new Promise<RegExpExecArray>((found, failed) => {
    const read = (bytes: Buffer) => {
      printed += bytes
      const match = /listens at (http:[^\s,]+)[\s\S]*OPENAI_API_KEY=(\S+)/.exec(printed)
      if (match) found(match)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => failed(new Error(`the router ended with ${code}: ${printed}`)))
  })
  const [, url = '', key = ''] = line
  return {
    url,
    key: settings.ROUTER_API_KEY ?? key,
    output: () => printed,
    accepted: async () => ((await (await fetch(`${url}/sandbox/meter`)).json()) as { accepted: number }).accepted,
    stop: async (signal = 'SIGTERM') => {
      const code = await ended(child, signal)
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => {
    child.once('exit', (code) => done(code))
    child.kill(signal)
  })
}

interface Fixtures {
  router: RunningRouter
  /** Starts a router that ends with the test, however the test ends. */
  start: typeof startRouter
  /** What must not happen in any page or worker of the test, whatever the test looks at: it fails where this is not empty. */
  trouble: string[]
  /**
   * Whether the test takes the context that those before it have used and left empty: in one of its own it loads and compiles the app anew,
   * at half of the CPU time of a short test. Not where the first load, the network or the clock of a context is what it is about.
   */
  warm: boolean
}

interface WorkerFixtures {
  shared: RunningRouter
  /** Watches a context that does not belong to the `browser` of the tests: those of the others are watched anyway. */
  watch: Watch
  /** The context that tests share one after the other. */
  kept: () => Promise<BrowserContext>
}

interface Watch {
  (context: BrowserContext): void
  readonly seen: string[]
}

/** Runs in a page or worker. Of a breach in a worker the browser itself says nothing. */
function tellBreaches(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error('Refused by the Content Security Policy:', effectiveDirective, blockedURI, sample),
  )
}

/** Notes uncaught errors and breaches of the policy header, in every page and worker of the contexts that it is shown; their pages load nothing ahead. */
function createWatch(): Watch {
  const seen: string[] = []
  const watch = (context: BrowserContext) => {
    context.on('weberror', (error) => seen.push(String(error.error())))
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|Trusted Type/i.test(message.text())) seen.push(message.text())
    })
    context.on('page', (page) => {
      // A worker that ends before it listens has nothing more to tell.
      page.on('worker', (worker) => void worker.evaluate(tellBreaches).catch(() => {}))
    })
    for (const script of [tellBreaches, saveData]) void context.addInitScript(script).catch(() => {})
  }
  return Object.assign(watch, { seen })
}

/** Removes all that this origin has stored, and what a test was allowed. */
async function clean(context: BrowserContext, origin: string): Promise<void> {
  const [first] = context.pages()
  // It keeps the process and what was compiled in it.
  const session = await context.newCDPSession(first ?? (await context.newPage()))
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  await context.clearPermissions()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
    async ({}, use) => {
      const router = await startRouter()
      await use(router)
      await router.stop()
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ browser }, use) => {
      const watch = createWatch()
      browser.on('context', watch)
      await use(watch)
      browser.off('context', watch)
    },
    { scope: 'worker', auto: true },
  ],
  kept: [
    async ({ browser }, use) => {
      let made: Promise<BrowserContext> | undefined
      await use(() => (made ??= browser.newContext()))
      await (await made)?.close()
    },
    { scope: 'worker' },
  ],
  warm: [true, { option: true }],
  context: async ({ browser, isMobile, kept, shared, warm }, use) => {
    const isKept = warm && !isMobile
    const context = await (isKept ? kept() : browser.newContext())
    if (isKept) await clean(context, shared.url)
    await use(context)
    if (!isKept) await context.close()
    else for (const page of context.pages().slice(1)) await page.close()
  },
  router: async ({ shared }, use) => {
    await use(shared)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
  start: async ({}, use) => {
    const started: RunningRouter[] = []
    await use(async (...given) => {
      const router = await startRouter(...given)
      started.push(router)
      return router
    })
    await Promise.all(started.map((router) => router.stop()))
  },
  baseURL: async ({ shared }, use) => {
    await use(shared.url)
  },
  // Set up first and taken down last: what a context says while it closes counts too.
  trouble: [
    async ({ watch }, use) => {
      watch.seen.length = 0
      await use(watch.seen)
      expect(watch.seen).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Types a message and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Stops what runs. */
export async function stop(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Stop', exact: true })
  await button.click()
  await expect(button).toBeHidden()
}

/** Chooses an item of a menu by its name; `menu` names its button within `where`. */
export async function chooseAction(where: Page | Locator, item: string | RegExp, menu = 'More actions'): Promise<void> {
  await where.getByRole('button', { name: menu, exact: true }).first().click()
  await where
    .getByRole('menuitem', { name: item })
    .or(where.getByRole('menuitemcheckbox', { name: item }))
    .click()
}

export async function chooseModel(page: Page, model: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Model' })
  await box.fill(model)
  await box.press('Enter')
  await expect(box).toHaveValue(model)
}

/** The newest answer of the conversation. */
export const answer = (page: Page) =>
  page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: 'Assistant' }).last()

/** Presses Save in a connection's form; one that fails its test is saved all the same. */
export async function saveConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /^(Save|Testing…)$/ })).toBeHidden()
  const anyway = page.getByRole('button', { name: 'Save anyway' })
  if (await anyway.isVisible()) await anyway.click()
}

/** Adds a connection and makes it the one in use. */
export async function connectTo(
  page: Page,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Faults')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await saveConnection(page)
  await page.getByRole('radio', { name: 'Faults' }).check()
}

/** The path line of the newest answer: its name tells how the run stands. */
export const path = (page: Page) => answer(page).getByRole('figure', { name: 'Path of this run' })
