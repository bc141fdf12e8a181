import { answer, expect, send, test } from './fixtures.ts'

/**
 * In kB, brotli. The goal is 140; these bounds keep what is reached from growing unnoticed. react-hook-form is not in it: it is loaded when
 * the request form is first changed.
 */
const mostScript = 158.5
const mostStyle = 12
const largest = 80

test('up to the first answer the page loads little, all of it compressed by the build', async ({ page }) => {
  const files = new Map<string, { readonly size: number; readonly encoding: string | undefined }>()
  page.on('response', (reply) => {
    const headers = reply.headers()
    const size = Number(headers['content-length']) / 1000
    files.set(new URL(reply.url()).pathname, { size, encoding: headers['content-encoding'] })
  })
  await page.goto('/')
  await send(page, 'Say hello. tokens: 60')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')

  const loaded = (ending: string) => [...files].filter(([path]) => path.endsWith(ending))
  const sum = (ending: string) => loaded(ending).reduce((total, [, { size }]) => total + size, 0)
  for (const [path, { encoding }] of [...loaded('.js'), ...loaded('.css')]) expect(encoding, path).toBe('br')
  expect(sum('.js')).toBeGreaterThan(0)
  expect(sum('.js')).toBeLessThan(mostScript)
  expect(sum('.css')).toBeLessThan(mostStyle)
  const others = loaded('.js').filter(([path]) => !path.startsWith('/assets/libraries-'))
  for (const [path, { size }] of others) expect(size, path).toBeLessThan(largest)
})
