import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { findChromium } from '../find-chromium.mjs'

const here = import.meta.dirname
const root = resolve(here, '../..')
const words = process.argv.slice(2)
const quick = words.includes('--quick')

/** @param {string} path */
const changedAt = (path) => statSync(join(here, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param {string} command @param {string[]} options @param {string} cwd */
function execute(command, options, cwd) {
  const { status } = spawnSync(command, options, {
    cwd,
    stdio: ['ignore', 2, 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** @param {string} name */
function numbers(name) {
  const text = process.env[name]
  if (!text) return undefined
  const list = text.split(',').map(Number)
  if (list.every((one) => Number.isInteger(one) && one > 0)) return list
  throw new RangeError(`${name} must be whole numbers above 0, not ${text}`)
}

// The peers, which the project itself does not install. Some name a newer Node than the project does, and run on it all the same.
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json'))
  execute('npm', ['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'], here)
if (!quick) execute('npx', ['tsc', '-p', here], root)

const driver = join(here, 'dist/driver')
rmSync(driver, { recursive: true, force: true })
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: driver,
    target: 'node20',
    rolldownOptions: { input: ['drive/main.ts', 'router/open-streams.ts', 'router/floor-server.ts'] },
  },
  // What is measured in Node is bundled, so that each side gets the version of a package that it declares.
  ssr: { noExternal: true, external: ['@playwright/test', 'vite'] },
})

const { runBench } = await import(pathToFileURL(join(driver, 'main.js')).href)
const [seed = 1] = numbers('SEED') ?? []
const [reps] = numbers('REPS') ?? []
await runBench(
  words.filter((word) => !word.startsWith('-')),
  { root, here, chromium: findChromium(), quick, seed, reps, tokens: numbers('TOKENS') },
)
