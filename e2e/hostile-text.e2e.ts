import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { expect, expectNoDeeds, test } from './hostile-text/hostile-test.ts'
import { allItems, bareItems, type Item, sharedItems } from './hostile-text/items.ts'
import { showRaw } from './hostile-text/show-raw.ts'
import { watchElements } from './hostile-text/watch-page.ts'
import { inBatches, sample, soak } from './sample.ts'

// One page is built for all of them.
test.describe.configure({ mode: 'default' })
test.use({ trace: 'off' })
test.setTimeout(soak ? 3_600_000 : 120_000)

const textsOf = (items: readonly Item[]) => items.map(({ text }) => text)

async function openRenderer(page: Page, url: string): Promise<void> {
  await page.context().addInitScript(watchElements, '#texts')
  await page.goto(url)
  await page.waitForFunction(() => 'renderer' in window)
}

test('what these tests look for, they find', async ({ raw: { page, deeds }, rendererPage }) => {
  await openRenderer(page, `${rendererPage.url}/bare/`)
  expectNoDeeds(deeds, 'the page by itself')
  const planted: readonly (readonly [tag: string, attribute: string, value: string])[] = [
    ['a', 'href', 'javascript:alert(1)'],
    ['a', 'href', '\u0001 java\tscript:alert(1)'],
    ['a', 'href', 'https://ok.test/'],
    ['a', 'href', '/settings'],
    ['img', 'src', '/x.png'],
    ['img', 'src', 'https://sink.test/'],
    ['img', 'srcset', 'https://sink.test/ 1x'],
    ['b', 'onclick', 'alert(1)'],
    ['b', 'style', 'background: url(//sink.test)'],
    ['button', 'formaction', 'https://sink.test'],
    ['b', 'cite', 'data:text/html,x'],
    ['b', 'anything', ' vbscript:x'],
    ['iframe', 'name', 'x'],
    ['object', 'name', 'x'],
    ['base', 'target', 'x'],
    ['style', 'title', 'x'],
    ['script', 'type', 'x'],
  ]
  for (const [tag, attribute, value] of planted) {
    const before = deeds.calls.length
    await page.evaluate(
      ([name, key, word]) => {
        const element = document.createElement(name)
        document.querySelector('#texts')?.append(element)
        element.setAttribute(key, word)
      },
      [tag, attribute, value] as const,
    )
    await expect.poll(() => deeds.calls.length, `${tag} ${attribute} ${value}`).toBeGreaterThan(before)
  }
  await page.evaluate(() => window.confirm('x'))
  expect(deeds.calls.at(-1)?.what).toBe('confirm')
})

for (const policy of ['guarded', 'bare'] as const)
  test(`no text runs or loads anything in the renderer, ${policy === 'bare' ? 'which nothing else guards' : 'under the policy of the app'} (SEED=${seed})`, async ({
    watched: { page, deeds },
    rendererPage,
  }) => {
    await openRenderer(page, `${rendererPage.url}/${policy}/`)
    const strays = rendererPage.strays.length
    for (const batch of inBatches(sample(allItems, 400), 200)) {
      await page.evaluate((texts) => window.renderer.show(texts), textsOf(batch))
      expectNoDeeds(deeds, `${batch[0]?.name} … ${batch.at(-1)?.name}`)
    }
    expect(rendererPage.strays.slice(strays)).toEqual([])
  })

/** What runs or loads by itself where it is whole, without having been tried. */
const known = bareItems.filter(({ name }) => /^own|exfil/.test(name))

test(`no text does so while it grows, nor wherever it is cut (SEED=${seed})`, async ({
  watched: { page, deeds },
  raw,
  rendererPage,
}) => {
  const live = soak ? [...known, ...(await showRaw(raw, rendererPage, 'bare', sharedItems))] : sample(known, 40)
  await openRenderer(page, `${rendererPage.url}/bare/`)
  for (const batch of inBatches(live, 40)) {
    await page.evaluate((texts) => window.renderer.grow(texts), textsOf(batch))
    expectNoDeeds(deeds, `${batch[0]?.name} … ${batch.at(-1)?.name}, growing`)
  }
  for (const { name, text } of sample(live, 8)) {
    await page.evaluate((whole) => window.renderer.cut(whole), text)
    expectNoDeeds(deeds, `${name}, cut`)
  }
})
