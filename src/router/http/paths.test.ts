import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStaticFiles } from '../serve/static-files.ts'
import { rawRequest, requestText } from '../testing/raw-request.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { ownHosts } from './request-guard.ts'

/** Stands in every file that no request may reach. */
const canary = 'CANARY-OUTSIDE'

let folder: string
let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-paths-'))
  const app = join(folder, 'app')
  mkdirSync(join(app, 'assets'), { recursive: true })
  mkdirSync(join(app, '.vite'))
  mkdirSync(join(folder, 'replies'))
  writeFileSync(join(app, 'index.html'), '<title>app</title>')
  writeFileSync(join(app, 'assets', 'index.js'), 'app')
  for (const name of [
    'key',
    'config.json',
    '.env',
    'app/.vite/manifest.json',
    'app/assets/index.js.map',
    'replies/abc',
  ]) {
    writeFileSync(join(folder, name), canary)
  }
  router = await startTestRouter({ own: ownHosts('127.0.0.1', 8787), files: loadStaticFiles(app, ['/', '/chat']) })
})
afterAll(async () => {
  await router.close()
  rmSync(folder, { recursive: true })
})

const dots = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..;',
  '...',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '..%00',
  '%uff0e%uff0e',
]
const slashes = ['/', '//', '\\', '%2f', '%5c', '%252f', '%c0%af', '/./', ';/', '%00/']
const targets = ['key', 'config.json', '.env', '.vite/manifest.json', 'index.js.map', 'etc/passwd', 'replies/abc']
const roots = ['/', '/assets/', '/v1/videos/', '/ops/', '/media/', '/v1/models/', '/chat/']

const climbing = roots.flatMap((root) =>
  dots.flatMap((dot) =>
    slashes.flatMap((slash) =>
      targets.flatMap((target) =>
        [1, 2, 4].map((times) => `${root}${`${dot}${slash}`.repeat(times)}${target.replaceAll('/', slash)}`),
      ),
    ),
  ),
)

const respelt = ['/v1/models', '/chat', '/assets/index.js', '/index.html'].flatMap((path) => [
  `/${path}`,
  `${path}/`,
  `${path}//`,
  `${path};a=b`,
  `${path}%00`,
  `${path}%20`,
  `${path}.`,
  `${path}%2f..`,
  `/.${path}`,
  `/x/..${path}`,
  path.toUpperCase(),
  path.replace(/\/(\w)/g, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  path.replaceAll('/', '\\'),
  path.replaceAll('/', '%2f'),
  `http://127.0.0.1:8787/x/..${path}`,
  `http:/127.0.0.1:8787${path}`,
  `HTTP://127.0.0.1:8787${path}`,
  `http://evil.test${path}`,
])

/** Every nth of a list, so that a quick run still meets all kinds. */
const sample = (paths: readonly string[]) => (process.env.SOAK ? paths : paths.filter((_, index) => index % 31 === 0))

const plainlyOurs = new Set(['/index.html'])

async function probe(path: string): Promise<string | undefined> {
  const headers = { Host: '127.0.0.1:8787', Authorization: `Bearer ${testKey}` }
  const reply = await rawRequest(router.port, requestText('GET', path, headers))
  const isSafe =
    [400, 401, 404, 421, 501].includes(reply.status) && !reply.body.includes(canary) && !reply.body.includes('root:')
  return isSafe ? undefined : `${path} gave ${reply.status}`
}

test('no spelling of a path leads outside the app, or around a guard, even with the key', {
  timeout: 300_000,
}, async () => {
  const paths = [...sample(climbing), ...respelt.filter((path) => !plainlyOurs.has(path))]
  expect(paths.length).toBeGreaterThan(500)
  const found: string[] = []
  for (let at = 0; at < paths.length; at += 50) {
    found.push(...(await Promise.all(paths.slice(at, at + 50).map(probe))).filter((one) => one !== undefined))
  }
  expect(found).toEqual([])
})

test('the exact paths do lead somewhere', async () => {
  for (const path of ['/', '/chat', '/assets/index.js']) {
    const reply = await rawRequest(router.port, requestText('GET', path, { Host: '127.0.0.1:8787' }))
    expect([path, reply.status]).toEqual([path, 200])
  }
})
