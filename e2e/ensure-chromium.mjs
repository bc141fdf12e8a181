// Makes sure that there is a Chromium for the end-to-end tests: part of `npm test`.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'

/** @param {string} program @param {readonly string[]} args */
const succeeds = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Its errors are shown, its progress is not. @param {readonly string[]} command */
const execute = ([program = '', ...args]) => spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })

/** What a command is prefixed with to run as root; undefined where that would need a password. */
function asRoot() {
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

/** Both packages, each by itself: not every package source has the shell, and without it the tests only take longer. */
function installFromPackages() {
  const prefix = asRoot()
  if (!prefix || !succeeds('apt-get', ['--version'])) return
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
  // A package list that could not be renewed may still name what is needed.
  execute([...apt, 'update'])
  for (const name of ['chromium', 'chromium-headless-shell'])
    execute([...apt, 'install', '-y', '--no-install-recommends', name])
}

/** Installs the headless shell as well. */
const installFromPlaywright = () =>
  execute(['npx', 'playwright', 'install', ...(asRoot() ? ['--with-deps'] : []), 'chromium'])

if (!findChromium()) {
  console.log('No whole Chromium found: installing one for the end-to-end tests.')
  installFromPackages()
  if (!findChromium()) installFromPlaywright()
}
const found = findChromium()
if (found) console.log(`Chromium for the end-to-end tests: ${found}`)
else {
  console.error(
    'No Chromium could be installed. Install Chromium or Chrome (on Debian: apt-get install chromium) so that it is on PATH, or set CHROMIUM_PATH to it.',
  )
  process.exitCode = 1
}
