import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFaultServer } from './fault-server.ts'
import { connectTo, expect, test } from './fixtures.ts'

test.use({ warm: false })

test('the built document holds no script and no style of its own, and nothing of another origin', async ({ page }) => {
  const built = readFileSync(join(import.meta.dirname, '../dist/app/index.html'), 'utf8')
  expect(built).toContain('<script')
  expect(built).not.toMatch(/<script(?![^>]*\bsrc="\/assets\/[^"/]+\.js")/i)
  expect(built).not.toMatch(/<style|\sstyle=|\son\w+\s*=|javascript:|<base|http-equiv|srcdoc|<iframe|<object|<embed/i)
  expect(built).not.toMatch(/(src|href)="(?!\/[^/])/i)
  // As the browser reads it, too.
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible()
  const found = await page.evaluate(() => ({
    scripts: Array.from(document.scripts, ({ src, text }) => ({
      own: src.startsWith(`${location.origin}/assets/`),
      text,
    })),
    handlers: Array.from(document.querySelectorAll('*'), ({ attributes }) => Array.from(attributes, ({ name }) => name))
      .flat()
      .filter((name) => name.startsWith('on')),
    policies: document.querySelectorAll('meta[http-equiv]').length,
  }))
  expect(found.scripts.length).toBeGreaterThan(0)
  for (const script of found.scripts) expect(script).toEqual({ own: true, text: '' })
  expect(found).toMatchObject({ handlers: [], policies: 0 })
})

test('the policy binds the page: no text becomes markup, script or an address of one', async ({ page, trouble }) => {
  await page.goto('/chat')
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible()
  // From a task of the page: what a test runs directly may evaluate strings.
  const outcomes = await page.evaluate(async () => {
    const attempts: (() => unknown)[] = [
      () => document.body.insertAdjacentHTML('beforeend', '<p>'),
      () => Object.assign(document.createElement('div'), { innerHTML: '<p>' }),
      () => Object.assign(document.createElement('script'), { text: 'hello()' }),
      () => Object.assign(document.createElement('script'), { src: '/assets/a.js' }),
      () => Object.assign(document.createElement('iframe'), { srcdoc: '<p>' }),
      () => document.createElement('p').setAttribute('onclick', 'hello()'),
      () => new Worker('/assets/a.js'),
      () => new Function('return 1'),
      () => setTimeout('hello()'),
      () => new DOMParser().parseFromString('<p>', 'text/html'),
    ]
    await new Promise((task) => setTimeout(task))
    return attempts.map((attempt) => {
      try {
        attempt()
        return `${attempt}`
      } catch {
        return 'thrown'
      }
    })
  })
  expect(outcomes).toEqual(outcomes.map(() => 'thrown'))
  await expect.poll(() => trouble.length).toBeGreaterThanOrEqual(outcomes.length)
  trouble.length = 0
})

test('a breach is seen in a page, in a context that the test made, and in a worker', async ({
  page,
  browser,
  baseURL,
  trouble,
}) => {
  const seen = async () => {
    await expect.poll(() => trouble.join()).toContain('Content Security Policy')
    // One breach is told twice, by the browser and by the page.
    await page.waitForTimeout(300)
    trouble.length = 0
  }
  await page.goto('/chat')
  await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => {}))
  await seen()

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${baseURL}/settings`)
  await other.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => {}))
  await seen()
  await context.close()

  const foreign = await startFaultServer(() => '{"data":[{"id":"one"}]}', new Map())
  const working = page.waitForEvent('worker')
  await connectTo(page, foreign)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByText('1 of 1 models')).toBeVisible()
  expect(trouble).toEqual([])
  const worker = await working
  await worker.evaluate(() => import('http://127.0.0.1:9/a.js' as string).catch(() => {}))
  await seen()
  await foreign.close()
})
