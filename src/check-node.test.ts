import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = resolve(import.meta.dirname, '..')

/** Runs the check as that version of Node would. */
function checkAs(version: string) {
  const code = `Object.defineProperty(process, 'version', { value: '${version}' }); require('./check-node.cjs')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.each(['v12.22.12', 'v18.20.8', 'v20.9.0', 'v20.18.3'])(
  'Node %s is told in one line that it is too old',
  (version) => {
    const said = `Patchbay needs Node 20.19 or newer. This is Node ${version.slice(1)}.\n`
    expect(checkAs(version)).toEqual({ status: 1, said })
  },
)

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v100.1.0'])('Node %s passes without a word', (version) => {
  expect(checkAs(version)).toEqual({ status: 0, said: '' })
})

test('every script begins with the check', () => {
  const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })
  const { scripts } = z.parse(Manifest, JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')))
  function begins(script: string): boolean {
    const first = scripts[/^npm run (\w+)\b/.exec(script)?.[1] ?? '']
    return script.startsWith('node check-node.cjs && ') || (first !== undefined && begins(first))
  }
  expect(Object.keys(scripts).length).toBeGreaterThan(5)
  expect(Object.keys(scripts).filter((name) => !begins(scripts[name] ?? ''))).toEqual([])
})
