import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { seed } from '../testing/seed.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'

test('whatever was encoded comes back, in either alphabet, padded or not, in one line or many', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const standard = Buffer.from(bytes).toString('base64')
      const url = Buffer.from(bytes).toString('base64url')
      for (const text of [standard, url, standard.replace(/(.{8})/g, '$1\r\n')])
        expect(Buffer.from((await decodeBase64(text)) ?? 'none')).toEqual(Buffer.from(bytes))
    }),
    { seed, numRuns: 200 },
  )
})

test('bytes are written as everybody writes them, however many', async () => {
  for (const length of [0, 1, 2, 3, 8191, 8192, 786_431, 786_432, 1_600_001]) {
    const bytes = new Uint8Array(length).map((_, at) => at * 7 + (at >> 9))
    expect((await encodeBase64(bytes)) === Buffer.from(bytes).toString('base64')).toBe(true)
  }
})

test('a long text is decoded in slices, and the page may go on between them', async () => {
  const bytes = new Uint8Array(5_000_001).map((_, at) => at * 7 + (at >> 9))
  const rest = vi.fn(async () => {})
  const text = Buffer.from(bytes).toString('base64')
  expect(Buffer.from((await decodeBase64(text, rest)) ?? []).equals(Buffer.from(bytes))).toBe(true)
  expect(rest).toHaveBeenCalledTimes(Math.ceil(text.length / 2 ** 20) - 1)
})

test.each(['words!', 'A', 'AAAA=AAA', `${'A'.repeat(2 ** 20 - 1)}=AAAA`])('%.20s … is no base64', async (text) => {
  expect(await decodeBase64(text, async () => {})).toBeUndefined()
})

test('the pause of its own lets other work through', async () => {
  const text = 'A'.repeat(3 * 2 ** 20)
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  await decodeBase64(text)
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})
