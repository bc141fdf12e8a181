import type { Page } from '@playwright/test'
import { bombShapes } from './hostile-text/bomb-shapes.ts'
import { expect, test } from './hostile-text/hostile-test.ts'
import { sample, soak } from './sample.ts'

// One page is built for all of them.
test.describe.configure({ mode: 'default' })
test.use({ trace: 'off' })
test.setTimeout(soak ? 300_000 : 60_000)

const steps = 10
const most = soak ? 1_000_000 : 100_000

// One tab for all of them: opening one costs more than most of the tests.
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
})
test.afterAll(() => page.context().close())

for (const shape of sample(Object.keys(bombShapes), 3))
  test(`${shape}: whole in the end, without an error, and frames are drawn while it grows`, async ({
    rendererPage,
  }) => {
    await page.goto(`${rendererPage.url}/guarded/`)
    await page.waitForFunction(() => 'renderer' in window)
    const pour = (length: number, step: number) =>
      page.evaluate((how) => window.renderer.pour(how), { shape, length, step, pace: 'frame' as const })
    for (const length of soak ? [20_000, 100_000, most] : [20_000]) {
      expect.soft((await pour(length, length * 2)).whole, `${length} at once`).toBe(true)
    }
    const grown = await pour(most, most / steps)
    expect(grown.whole, 'in steps').toBe(true)
    expect(grown.frames, 'in steps').toBeGreaterThan(steps)
  })
