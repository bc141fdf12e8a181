import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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
 * The machine's own Chromium: `CHROMIUM_PATH`, or the first on `PATH` that runs. Undefined: Playwright's own is meant.
 *
 * @param {{ readonly shell?: boolean }} [options] `shell`: a headless shell is preferred where there is one
 */
export function findChromium({ shell = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = [...(shell ? shells : []), ...browsers]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
}
