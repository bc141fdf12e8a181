import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The same engine without the browser's own window, which costs two seconds of CPU time for each page that is opened. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

/** How it is started for tests: without its sandbox, which root cannot have, and without calls home. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Being executable proves nothing: Ubuntu's `chromium-browser` is a script that asks for a snap.
 *
 * @param {string} path
 */
const runs = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

/**
 * A whole browser: `CHROMIUM_PATH`, the first one on `PATH` that runs, or Playwright's own. Undefined where there is none.
 * With `shell`, a headless shell on `PATH` comes first, and undefined means Playwright's default, which is its own shell.
 *
 * @param {{ readonly shell?: boolean }} [options]
 */
export function findChromium({ shell = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = [...(shell ? shells : []), ...browsers].flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...(shell ? [] : [chromium.executablePath()])].find(runs)
}
