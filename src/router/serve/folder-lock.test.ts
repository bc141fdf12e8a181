import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

let built: string
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'patchbay-locker-'))
  const entry = fileURLToPath(new URL('../testing/locking-process.ts', import.meta.url))
  await build({ configFile: false, logLevel: 'error', publicDir: false, build: { ssr: entry, outDir: built } })
}, 60_000)
afterAll(() => rmSync(built, { recursive: true, force: true }))

let folder: string
let running: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-lock-'))
  running = []
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Another process that claims the folder, and what it says of that. */
async function other() {
  const child = spawn(process.execPath, [join(built, 'locking-process.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
  return {
    said: String(said).trim(),
    pid: child.pid,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

test('a folder that another process has is refused, with its number, until that ends, however it ends', {
  timeout: 60_000,
}, async () => {
  const holder = await other()
  expect(holder.said).toBe('mine')
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  expect(() => lockFolder(folder)).toThrow(
    `DATA_DIR ${folder} is in use by another router (process ${holder.pid}): stop that one, or set DATA_DIR to another folder.`,
  )
  await holder.kill()
  expect([lockFolder(folder), lockFolder(folder)]).toEqual([true, false])
  expect((await other()).said).toContain(`(process ${process.pid})`)
  expect(readdirSync(folder)).toEqual(['lock.2'])
})

test('of many that come at once exactly one gets the folder, also behind one that was killed', {
  timeout: 60_000,
}, async () => {
  for (const _ of ['fresh', 'left behind']) {
    const all = await Promise.all(Array.from({ length: 5 }, other))
    expect(all.filter(({ said }) => said === 'mine')).toHaveLength(1)
    await Promise.all(all.map(({ kill }) => kill()))
  }
})

test.each([
  ['a process that is gone', '4194303 77\n'],
  // Only Linux says when a process was started.
  ...(existsSync('/proc/self') ? [['a process whose number another has now', `${process.ppid} 1\n`]] : []),
  ['nobody', ''],
  ['noise', 'noise'],
])('a lock that names %s holds nobody up', (_, text) => {
  writeFileSync(join(folder, 'lock.7'), text)
  lockFolder(folder)
  expect(readdirSync(folder)).toEqual(['lock.8'])
  expect(readFileSync(join(folder, 'lock.8'), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d*\n$`))
})
