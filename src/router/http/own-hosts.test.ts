import { expect, test } from 'vitest'
import { isLoopback, ownHosts } from './own-hosts.ts'

test('on loopback the three names of this machine count, with the exact port', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 8787)
  expect([...hosts].sort()).toEqual(['127.0.0.1:8787', '[::1]:8787', 'localhost:8787'])
  expect([...origins].sort()).toEqual(['http://127.0.0.1:8787', 'http://[::1]:8787', 'http://localhost:8787'])
})

test('port 80 may be left out, as browsers do', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 80)
  expect(hosts).toContain('127.0.0.1')
  expect(hosts).toContain('127.0.0.1:80')
  expect(origins).toContain('http://localhost')
})

test('the public address adds its host and origin', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 8787, 'https://patchbay.example/')
  expect(hosts).toContain('patchbay.example')
  expect(origins).toContain('https://patchbay.example')
})

test('listening everywhere adds addresses, never names', () => {
  const { hosts } = ownHosts('0.0.0.0', 8787)
  expect(hosts).not.toContain('0.0.0.0:8787')
  for (const host of hosts) expect(host).toMatch(/^(localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):8787$/)
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['127.0.0.1.evil.test', false],
  ['0.0.0.0', false],
  ['192.168.1.5', false],
  ['', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
