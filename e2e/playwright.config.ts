import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from './find-chromium.mjs'

const executablePath = findChromium({ shell: true })
const args = [...chromiumArgs, '--font-render-hinting=none']

/** Against the production build with its real headers. Each test starts a router of its own (see `fixtures.ts`). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is no failure: only what hangs is ended.
  timeout: 120_000,
  // Browsers are killed, clocks are raced and disks filled on two cores: what fails once and then holds is told as flaky.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Drawing animations takes a third of the CPU time of a test that streams; the first test of `chat.e2e.ts` runs with them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(executablePath && { executablePath }) },
    // A trace takes a quarter of the whole time.
    trace: 'on-first-retry',
  },
})
