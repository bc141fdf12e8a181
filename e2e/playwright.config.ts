import { defineConfig, devices } from '@playwright/test'
import '../src/testing/seed.ts'
import { chromiumArgs, findChromium } from './find-chromium.mjs'

/** A microphone that beeps, and may be used without asking. */
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const args = [...chromiumArgs, ...fakeMicrophone, '--font-render-hinting=none']

const launching = (executablePath: string | undefined, more: readonly string[] = []) => ({
  launchOptions: { args: [...args, ...more], ...(executablePath && { executablePath }) },
})

/** What a headless shell lacks: pictures in the clipboard, and a process group of its own that can be killed. */
const wholeBrowser = ['images-generate.e2e.ts', 'paid-crashes.e2e.ts', 'jobs-crashes.e2e.ts']

/** Else each page starts two processes, one for its empty document, and a spare one. Where pages crash they need one each. */
const oneProcess = ['--renderer-process-limit=1']

/** Against the production build with its real headers. Each test starts a router of its own (see `fixtures.ts`). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // What unit tests or a sample prove in each run.
  ...(!process.env.SOAK && { grepInvert: /@soak/ }),
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
    // A trace takes a quarter of the whole time.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'browser', testMatch: wholeBrowser, use: launching(findChromium()) },
    { name: 'shell', testIgnore: wholeBrowser, use: launching(findChromium({ shell: true }), oneProcess) },
  ],
})
