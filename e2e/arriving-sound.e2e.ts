import { startFaultServer } from './fault-server.ts'
import { connectTo, expect, test } from './fixtures.ts'

/** An MP3 of the sandbox, about ten seconds of speech. */
async function speech({ url, key }: { readonly url: string; readonly key: string }): Promise<Buffer> {
  const reply = await fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gen-4o-mini-tts', input: 'The tide comes in slowly over the sand. '.repeat(4) }),
  })
  return Buffer.from(await reply.arrayBuffer())
}

test('speech is heard before its reply has ended, and the player of the whole file plays on', async ({
  page,
  shared,
}) => {
  const mp3 = await speech(shared)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const models = () => JSON.stringify({ object: 'list', data: [{ id: 'gen-4o-mini-tts', object: 'model' }] })
  const half = mp3.subarray(0, mp3.length / 2)
  const router = await startFaultServer(
    models,
    new Map([
      [
        'gen-4o-mini-tts',
        async (reply) => {
          reply.writeHead(200, { 'content-type': 'audio/mpeg' }).write(half)
          await finished
          reply.end(mp3.subarray(half.length))
        },
      ],
    ]),
  )
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  // The element that plays stands in no document.
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = []
    Object.assign(window, {
      Audio: new Proxy(Audio, {
        construct: (made_, given) => made.at(made.push(Reflect.construct(made_, given)) - 1) ?? {},
      }),
      made,
    })
  })
  try {
    await connectTo(page, router)
    await page.getByRole('link', { name: 'Audio' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The tide comes in.')
    await page.getByRole('button', { name: /^Speak/ }).click()
    const run = page.getByRole('article').first()
    await run.getByRole('button', { name: 'Play live' }).click()
    await expect(run).toContainText(/First audio after \d+\.\d\d s/)
    const position = () =>
      page.evaluate(() => (Reflect.get(window, 'made') as HTMLAudioElement[]).at(-1)?.currentTime ?? 0)
    await expect.poll(position).toBeGreaterThan(0.3)
    await expect(run).toHaveAttribute('aria-busy', 'true')
    await expect(run.getByRole('button', { name: 'Pause' })).toBeVisible()
    const before = await position()
    finish()
    await expect(run).toHaveAttribute('aria-busy', 'false')
    const player = run.locator('audio')
    await expect
      .poll(() => player.evaluate((one: HTMLAudioElement) => !one.paused && one.currentTime))
      .toBeGreaterThan(before)
    expect(errors).toEqual([])
  } finally {
    finish()
    await router.close()
  }
})
