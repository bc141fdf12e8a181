// Makes sure that there is a Chromium for the end-to-end tests: part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
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

function installFromPackages() {
  const prefix = asRoot()
  if (!prefix || !succeeds('apt-get', ['--version'])) return
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
  // A package list that could not be renewed may still name what is needed.
  execute([...apt, 'update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!present()) execute([...apt, 'install', '-y', '--no-install-recommends', name])
  }
}

const installFromPlaywright = () =>
  execute(['npx', 'playwright', 'install', ...(asRoot() ? ['--with-deps'] : []), 'chromium'])

const ownOfPlaywright = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
const present = () => findChromium({ shell: true }) ?? ownOfPlaywright()

if (!present()) {
  console.log('There is no Chromium on this machine: installing one for the end-to-end tests.')
  installFromPackages()
  if (!present()) installFromPlaywright()
}
const found = present()
if (found) console.log(`Chromium for the end-to-end tests: ${found}`)
else {
  console.error(
    'No Chromium could be installed. Install Chromium or Chrome (on Debian: apt-get install chromium) so that it is on PATH, or set CHROMIUM_PATH to it.',
  )
  process.exitCode = 1
}
