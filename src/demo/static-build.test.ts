import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { staticDemo } from './static-build.ts'

test('a bundle that cannot be read fails the build with the reason, before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const broken = join(folder, 'broken.bundle')
  writeFileSync(broken, 'no zip')
  writeFileSync(join(folder, 'index.html'), '<title>Demo</title>')
  const built = build({ root: folder, configFile: false, logLevel: 'silent', plugins: [staticDemo(broken)] })
  await expect(built).rejects.toThrow(/broken\.bundle: .*not a zip/)
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})
