import type { BrowserContext, Frame, Page } from '@playwright/test'
import { test as base, expect } from '../fixtures.ts'
import { servePage } from './serve-page.mjs'
import { type Sink, startSink } from './sink.ts'
import { reportName, watchCalls } from './watch-page.ts'

/** What content did in a browser. */
export interface Deeds {
  /** Calls of dialogs and of code from strings, and breaches of the document, each with the frame it was in. */
  readonly calls: readonly { readonly what: string; readonly frame: string }[]
  /** Native dialogs and new windows. */
  readonly windows: readonly string[]
  /** Connections to any other host. */
  connections(): number
  /** Requests on them that came in clear. */
  requests(): number
  /** Who was called by name. */
  called(): readonly string[]
}

export interface Watched {
  readonly page: Page
  readonly deeds: Deeds
}

type RendererPage = Awaited<ReturnType<typeof servePage>>

/** Where browsers call by themselves, whatever the page is. */
const homes = [
  'accounts.google.com',
  'android.clients.google.com',
  'clients2.google.com',
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'update.googleapis.com',
]

/** The flag with which every host but this machine leads to the sink. */
function leadingTo({ port }: Sink): string {
  const rules = [...homes.map((host) => `MAP ${host} ~NOTFOUND`), `MAP * 127.0.0.1:${port}`, 'EXCLUDE 127.0.0.1']
  return `--host-resolver-rules=${rules.join(', ')}`
}

export const test = base.extend<{ watched: Watched; raw: Watched }, { sink: Sink; rendererPage: RendererPage }>({
  warm: false,
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
    async ({}, use) => {
      const sink = await startSink()
      await use(sink)
      sink.close()
    },
    { scope: 'worker' },
  ],
  rendererPage: [
    async ({ shared }, use) => {
      const served = await servePage(await policyOf(shared.url))
      await use(served)
      served.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, sink }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), leadingTo(sink)] })
    },
    { scope: 'worker' },
  ],
  watched: async ({ page, context, sink }, use) => {
    await use({ page, deeds: await watch(context, page, sink) })
  },
  // In a browser and with a sink of its own: what raw HTML does there is no deed of the app's.
  raw: async ({ playwright, launchOptions }, use) => {
    const sink = await startSink()
    // Of two rules the browser takes the last.
    const args = [...(launchOptions.args ?? []), leadingTo(sink)]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage()
    await use({ page, deeds: await watch(page.context(), page, sink) })
    await browser.close()
    sink.close()
  },
})

/** The headers with which the router serves the app's document. */
async function policyOf(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url)
  const named = [...headers].filter(([name]) => /policy|dns-prefetch|nosniff|content-type-options/.test(name))
  expect(named.map(([name]) => name)).toContain('content-security-policy')
  return Object.fromEntries(named)
}

async function watch(context: BrowserContext, page: Page, sink: Sink): Promise<Deeds> {
  const calls: { what: string; frame: string }[] = []
  const windows: string[] = []
  await context.exposeBinding(reportName, ({ frame }, what: string) => {
    calls.push({ what, frame: belowPage(frame).name() })
  })
  await context.addInitScript(watchCalls)
  page.on('dialog', (dialog) => {
    windows.push(dialog.type())
    void dialog.dismiss()
  })
  context.on('page', (other) => {
    windows.push(`a window for ${other.url()}`)
    void other.close()
  })
  const [visits, requests, called] = [sink.visits(), sink.requests(), sink.called().length]
  return {
    calls,
    windows,
    connections: () => sink.visits() - visits,
    requests: () => sink.requests() - requests,
    called: () => sink.called().slice(called),
  }
}

/** The frame of the page itself that holds this one. */
function belowPage(frame: Frame): Frame {
  const parent = frame.parentFrame()
  return parent?.parentFrame() ? belowPage(parent) : frame
}

/** Nothing ran, nothing was opened, nobody was called. */
export function expectNoDeeds(deeds: Deeds, where: string): void {
  const calls = [...new Set(deeds.calls.map(({ what }) => what))].slice(0, 10)
  const done = { calls, windows: deeds.windows, connections: deeds.connections(), called: deeds.called() }
  expect(done, where).toEqual({ calls: [], windows: [], connections: 0, called: [] })
}

export { expect }
