import { expect, test } from './fixtures.ts'

/** A first frame that no scene resembles, as a PNG. */
function drawReference(): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('no canvas')
  const blend = context.createLinearGradient(0, 0, 1280, 720)
  blend.addColorStop(0, '#c01030')
  blend.addColorStop(1, '#1060c0')
  context.fillStyle = blend
  context.fillRect(0, 0, 1280, 720)
  return Promise.resolve(canvas.toDataURL('image/png'))
}

/** Runs in the page: loads a clip, measures frames after seeks, and plays it to its end. */
async function watch({ id, key }: { readonly id: string; readonly key: string }) {
  const reply = await fetch(`/v1/videos/${id}/content`, { headers: { authorization: `Bearer ${key}` } })
  const video = Object.assign(document.createElement('video'), { src: URL.createObjectURL(await reply.blob()) })
  const event = (name: string) => new Promise((resolve) => video.addEventListener(name, resolve, { once: true }))
  /** `seeked` may come before its frame is presented; none is where it stood there already. */
  const presented = () =>
    new Promise((resolve) => {
      video.requestVideoFrameCallback(resolve)
      setTimeout(resolve, 500)
    })
  await event('loadeddata')
  const { duration, videoWidth: width, videoHeight: height } = video
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const row = (y: number) => {
    context?.drawImage(video, 0, 0)
    return context?.getImageData(0, y, width, 1).data ?? new Uint8ClampedArray()
  }
  /** The share of the progress bar that is filled, which says which frame this is. */
  const filled = () => {
    const pixels = row(height - 3)
    return Array.from({ length: width }, (_, x) => pixels[x * 4] ?? 0).filter((red) => red > 225).length / width
  }
  const seeks: { asked: number; shown: number }[] = []
  for (const asked of [2.6, 0.7, 3.9, 1.45]) {
    const seeked = event('seeked')
    video.currentTime = asked
    await seeked
    await presented()
    seeks.push({ asked, shown: filled() * duration })
  }
  const again = event('seeked')
  video.currentTime = 0
  await again
  await presented()
  const first = Array.from(row(height / 2).slice(640 * 4, 640 * 4 + 3))
  const ended = event('ended')
  video.muted = true
  video.playbackRate = 4
  await video.play()
  await ended
  return { duration, size: `${width}x${height}`, first, seeks, end: { at: video.currentTime, shown: filled() } }
}

test('a clip of the sandbox plays, seeks to the very frame and ends, and begins with its first frame', async ({
  page,
  router,
}) => {
  await page.goto(router.url)
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${router.url}/v1/videos${path}`, {
      ...init,
      headers: { authorization: `Bearer ${router.key}`, 'content-type': 'application/json' },
    })
  const body = {
    ...{ model: 'sandbox-video', prompt: 'waves at dusk', size: '1280x720', seconds: 4 },
    input_reference: { image_url: await page.evaluate(drawReference) },
  }
  const created = await call('', { method: 'POST', body: JSON.stringify(body) })
  const { id } = (await created.json()) as { id: string }
  const status = async () => ((await (await call(`/${id}`)).json()) as { status: string }).status
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  const watched = await page.evaluate(watch, { id, key: router.key })
  expect(watched.size).toBe('1280x720')
  expect(watched.duration).toBeCloseTo(4, 1)
  for (const { asked, shown } of watched.seeks) expect(Math.abs(shown - asked), `seek to ${asked} s`).toBeLessThan(0.08)
  expect(watched.end.at).toBeCloseTo(watched.duration, 1)
  // A busy browser drops frames at four times the speed, the last ones too: what a seek shows is exact, this only that it went on to the end.
  expect(watched.end.shown).toBeGreaterThan(0.85)
  // The middle of the gradient.
  for (const [at, value] of [0x68, 0x38, 0x78].entries())
    expect(Math.abs((watched.first[at] ?? 0) - value)).toBeLessThan(8)
})
