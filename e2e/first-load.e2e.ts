import { answer, expect, send, test } from './fixtures.ts'

test.use({ warm: false })

/** kB of scripts and styles, brotli: 93 of libraries as they are published, 98 of the app, 15 of styles, 1 of the focus keeper. The goal is 200. */
const most = 207.5

test('up to the first answer the page loads little, all of it compressed by the build', async ({ page }) => {
  interface File {
    readonly size: number
    readonly encoding: string | undefined
    /** Epoch ms. */
    readonly asked: number
  }
  const files = new Map<string, File>()
  page.on('response', (reply) => {
    const headers = reply.headers()
    const size = Number(headers['content-length']) / 1000
    const asked = reply.request().timing().startTime
    files.set(new URL(reply.url()).pathname, { size, encoding: headers['content-encoding'], asked })
  })
  await page.goto('/')
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('article[aria-busy=false]')) resolve(Date.now())
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  await send(page, 'Say hello. tokens: 60')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')

  // The list of conversations is loaded with the end of the first answer.
  const end = await answered
  const loaded = (ending: string) => [...files].filter(([path, { asked }]) => path.endsWith(ending) && asked <= end)
  const sum = (ending: string) => loaded(ending).reduce((total, [, { size }]) => total + size, 0)
  for (const [path, { encoding }] of [...loaded('.js'), ...loaded('.css')]) expect(encoding, path).toBe('br')
  expect(sum('.js')).toBeGreaterThan(0)
  expect(sum('.js') + sum('.css')).toBeLessThan(most)
})
