import { expect, test } from 'vitest'
import type { ResponseObject } from '#contract/responses/response-object.ts'
import { encode } from '#sandbox/picture/paint/codecs.ts'
import { paint } from '#sandbox/picture/paint/paint.ts'
import { blank } from '#sandbox/picture/paint/pixels.ts'
import { ProcessError } from '#sandbox/run-task.ts'
import { type Sight, tokensOf } from '#sandbox/text/sights.ts'
import { RouterError } from '../../http/router-error.ts'
import { saidBy, sandboxToAsk } from './testing/ask.ts'

/** With plain spaces for those at which no line breaks. */
const plainText = (response: ResponseObject) => saidBy(response).replaceAll('\u00a0', ' ')

const { ask, meter } = sandboxToAsk({
  paint: (task) =>
    paint(task).catch((thrown) => {
      throw new ProcessError(String(thrown))
    }),
})

type Format = 'png' | 'jpeg' | 'webp'

/** Three quarters of one colour, one of another. */
async function picture(format: Format, width: number, height: number): Promise<Buffer> {
  const pixels = blank(width, height)
  for (let at = 0; at < pixels.data.length; at += 4)
    pixels.data.set(at / 4 / width < height * 0.75 ? [200, 30, 40, 255] : [20, 40, 200, 255], at)
  return Buffer.from(await encode(pixels, format, 95))
}

const dataUrl = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`
const image = (image_url: unknown, more = {}) => ({ type: 'input_image', image_url, ...more })
const message = (...content: readonly object[]) => ({ role: 'user', content })
const words = { type: 'input_text', text: 'What is here?' }

async function answered(body: Readonly<Record<string, unknown>>): Promise<ResponseObject> {
  return (await (await ask(body)).json()) as ResponseObject
}

test('what stands in the answer was computed from the pictures', async () => {
  const png = await picture('png', 64, 32)
  const jpeg = await picture('jpeg', 48, 96)
  const webp = await picture('webp', 32, 32)
  const parts = [
    image(dataUrl(png, 'png')),
    image(dataUrl(jpeg, 'jpeg'), { detail: 'low' }),
    image(dataUrl(webp, 'webp')),
  ]
  const text = plainText(await answered({ input: [message(words, ...parts)] }))
  expect(text).toMatch(/^_?\*?Sandbox: synthetic output/)
  expect(text).toContain('3 images received with this message')
  expect(text).toContain(
    `| 1 | PNG | 64 × 32 | ${png.length.toLocaleString('en')} | 24 % | \`#c81e28\` 75 %, \`#1428c8\` 25 % | not sent |`,
  )
  expect(text).toMatch(
    new RegExp(
      `\\| 2 \\| JPEG \\| 48 × 96 \\| ${jpeg.length.toLocaleString('en')} \\|.*\`#c[0-9a-f]{5}\`.*\`low\` \\|`,
    ),
  )
  expect(text).toMatch(/\| 3 \| WEBP \| 32 × 32 \|.*`#c[0-9a-f]{5}`/)
})

test('the same request gets the same answer, and its pictures count as tokens by their size and detail', async () => {
  const url = dataUrl(await picture('png', 600, 300), 'png')
  const usage = async (part: object) => (await answered({ input: [message(words, part)] })).usage?.input_tokens ?? 0
  const bare = (await answered({ input: [message(words)] })).usage?.input_tokens ?? 0
  expect((await usage(image(url))) - bare).toBe(85 + 2 * 170)
  expect((await usage(image(url, { detail: 'low' }))) - bare).toBe(85)
  const seen = (width: number, height: number) =>
    ({
      kind: 'seen',
      came: 'now',
      detail: 'high',
      format: 'png',
      bytes: 1,
      size: { width, height },
      look: undefined,
    }) as Sight
  expect(tokensOf(seen(1024, 1024))).toBe(765)
  expect(tokensOf(seen(2048, 4096))).toBe(1105)
})

test('an address is never fetched, and a file by its id is not here: both are said', async () => {
  const parts = [image('https://example.com/a.png'), { type: 'input_image', file_id: 'file_1' }]
  const text = plainText(await answered({ input: [message(words, ...parts)] }))
  expect(text).toContain('the sandbox does not fetch URLs')
  expect(text).toContain('Sent as a file id')
})

test('pictures of earlier messages are counted, not told again', async () => {
  const url = dataUrl(await picture('png', 16, 16), 'png')
  const input = [message(words, image(url)), { role: 'assistant', content: 'Red.' }, message(words)]
  const text = plainText(await answered({ input }))
  expect(text).toContain('1 image from earlier messages sent again')
  expect(text).not.toContain('Lightness')
})

test('what is no picture is a 400 that names its field, and nothing is accepted', async () => {
  const good = await picture('png', 16, 16)
  const cut = good.subarray(0, good.length - 30)
  const refused = async (body: Readonly<Record<string, unknown>>) =>
    ask(body).catch((error) => (error instanceof RouterError ? [error.status, error.facts.param] : error))
  const before = meter().accepted
  const field = 'input[1].content[1].image_url'
  for (const bad of [
    'data:image/png;base64,!!!!',
    'data:image/png;base64,aGVsbG8=',
    'a picture',
    7,
    dataUrl(cut, 'png'),
  ])
    expect(await refused({ input: [message(words), message(words, image(bad))] }), String(bad)).toEqual([400, field])
  await expect(ask({ input: [message(words, image('data:image/png;base64,iVB!RAAA'))] })).rejects.toThrow(
    'input[0].content[1].image_url: the base64 of this data URL is invalid.',
  )
  const chat = { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,x' } }] }] }
  expect(await refused(chat)).toEqual([400, 'messages[0].content[0].image_url.url'])
  expect(meter().accepted).toBe(before)
})

test('a JSON answer holds the same facts', async () => {
  const url = dataUrl(await picture('png', 64, 32), 'png')
  const text = saidBy(
    await answered({ input: [message(words, image(url))], text: { format: { type: 'json_object' } } }),
  )
  expect(JSON.parse(text).pictures).toMatchObject([
    { type: 'image/png', width: 64, height: 32, colours: ['#c81e28', '#1428c8'] },
  ])
})
