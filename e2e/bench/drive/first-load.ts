import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { appFolder } from './served-app.ts'
import type { Setting } from './setting.ts'

/** A built file, and how it travelled. */
export interface LoadedFile {
  readonly path: string
  readonly kind: 'js' | 'css' | 'woff2' | 'other'
  readonly raw: number
  /** Bytes of its body on the wire, in the encoding that the router chose. */
  readonly sent: number
  readonly holdsReactDom: boolean
}

/** What one step of a first visit fetched that no step before it had. */
export interface LoadStep {
  readonly step: 'first answer' | 'then an answer with code'
  readonly files: readonly LoadedFile[]
}

/** A newcomer's visit: opens the page, says hello, and asks for a document when that was answered. */
export async function measureFirstLoad(browser: Browser, url: string, setting: Setting): Promise<LoadStep[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== new URL(url).origin) throw new Error(`a request to ${origin}`)
  })
  const fetched = new Map<string, number>()
  page.on('response', (reply) => {
    fetched.set(new URL(reply.url()).pathname, Number(reply.headers()['content-length']))
  })
  const take = (before: ReadonlySet<string>) =>
    [...fetched]
      .filter(([path]) => !before.has(path) && /\.\w+$/.test(path) && !path.endsWith('.json'))
      .map(([path, sent]) => ({ ...look(appFolder(setting), path), sent }))
  await page.goto(url)
  await sendAndWait(page, 'Say hello. tokens: 60', 1)
  const first = take(new Set())
  const seen = new Set(fetched.keys())
  await sendAndWait(page, 'Write a document with code. tokens: 2000', 2)
  return [
    { step: 'first answer', files: first },
    { step: 'then an answer with code', files: take(seen) },
  ]
}

async function sendAndWait(page: Page, text: string, count: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  const answers = page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: 'Assistant' })
  await answers
    .nth(count - 1)
    .and(page.locator('[aria-busy="false"]'))
    .waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
}

function look(folder: string, path: string): Omit<LoadedFile, 'sent'> {
  const bytes = readFileSync(join(folder, path))
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? []
  const kind = ending === 'js' || ending === 'css' || ending === 'woff2' ? ending : 'other'
  return { path, kind, raw: bytes.length, holdsReactDom: kind === 'js' && bytes.includes('react-dom') }
}
