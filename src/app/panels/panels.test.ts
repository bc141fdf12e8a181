import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every folder of panels is named in the list', () => {
  const list = readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8')
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.length).toBeGreaterThan(3)
  expect(folders.map(({ name }) => name).filter((name) => !list.includes(`'./${name}/`))).toEqual([])
})
