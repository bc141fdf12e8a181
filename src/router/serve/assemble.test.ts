import { expect, test } from 'vitest'
import { announcement } from './assemble.ts'
import type { Settings } from './settings.ts'

const settings: Settings = {
  port: 0,
  drainMs: 0,
  host: '127.0.0.1',
  allowedOrigins: [],
  unsafeOrigins: [],
  dataDir: '/state',
}

test('it says where to go and gives the line to paste', () => {
  const lines = announcement({ settings, port: 8787, madeKey: 'pb-made' })
  expect(lines.slice(0, 2)).toEqual([
    'Patchbay listens at http://127.0.0.1:8787',
    'OPENAI_BASE_URL=http://127.0.0.1:8787/v1 OPENAI_API_KEY=pb-made',
  ])
  expect(lines.join('\n')).toContain('Sandbox: synthetic output')
})

test('that nothing is sent anywhere is said only where it is so', () => {
  const said = (found: readonly string[]) => announcement({ settings, port: 8787, found }).join('\n')
  expect(said([])).toContain('Nothing is sent to any provider')
  expect(said(['Found Ollama on this machine: 3 models.'])).toMatch(
    /Found Ollama[\s\S]*Sandbox: synthetic output for its own/,
  )
  expect(said(['Found Ollama on this machine: 3 models.'])).not.toContain('Nothing is sent')
})

test.each([
  [{ ...settings, key: 'given' }, 'http://127.0.0.1:8787'],
  [{ ...settings, key: 'given', host: '0.0.0.0' }, 'http://127.0.0.1:8787'],
  [{ ...settings, key: 'given', host: '::1' }, 'http://[::1]:8787'],
  [{ ...settings, key: 'given', publicUrl: 'https://a.example' }, 'https://a.example'],
])('a given key is never printed (%#)', (given, address) => {
  const lines = announcement({ settings: given, port: 8787, trouble: 'no disk' })
  expect(lines.join('\n')).not.toContain('given')
  expect(lines).toContain(`OPENAI_BASE_URL=${address}/v1 OPENAI_API_KEY=<ROUTER_API_KEY>`)
  expect(lines).toContain('no disk')
})

test.each([
  ['127.0.0.1', false],
  ['::1', false],
  ['localhost', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.168.1.5', true],
])('that other machines can reach HOST %s is said: %s', (host, isSaid) => {
  const lines = announcement({ settings: { ...settings, key: 'given', host }, port: 8787 })
  expect(lines.some((line) => line.startsWith(`Warning: HOST ${host} can be reached from other machines`))).toBe(isSaid)
})
