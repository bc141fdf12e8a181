import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { seed } from '../../testing/seed.ts'
import { fingerprint } from '../ops/paid-operation.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { readForm } from './form.ts'
import { createIntake } from './request-intake.ts'

const intake = createIntake()

const arriving = (body: ReadableStream<Uint8Array> | null, type: string) => ({
  headers: new Headers({ 'content-type': type }),
  body,
  holding: intake.open(),
  clock: systemClock,
})

function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + size))
      at += size
    },
  })
}

const read = (text: string | Uint8Array, size: number, type = boundary) =>
  readForm(arriving(inPieces(Buffer.from(text), size), type), endpoints['images.edits'])

const edits = (form: FormData) => {
  const request = new Request('http://x/', { method: 'POST', body: form })
  return readForm(arriving(request.body, request.headers.get('content-type') ?? ''), endpoints['images.edits'])
}

test(`parts come out as they went in, however the form is cut (SEED=${seed})`, async () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\r\n', '--', '\r\n--', 'a\r\n\r\nb'))
  const file = fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes))
  // Browsers write a quote as %22 and a percent sign as it is, so that a name with %22 in it cannot be told from one with a quote.
  const name = fc.stringMatching(/^[\w "%;]{1,12}$/).filter((text) => !/%(22|0[ad])/i.test(text))
  const part = fc.tuple(name, fc.oneof(value, file))
  const parts = fc.uniqueArray(part, { maxLength: 6, selector: ([name]) => name })
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 90 }), async (sent, size) => {
      const form = new FormData()
      for (const [name, content] of sent)
        form.append(`x_${name}`, typeof content === 'string' ? content : new Blob([content], { type: 'image/png' }))
      const request = new Request('http://x/', { method: 'POST', body: form })
      const bytes = new Uint8Array(await request.arrayBuffer())
      const got = await read(bytes, size, request.headers.get('content-type') ?? '')
      expect(Object.keys(got)).toEqual(sent.map(([name]) => `x_${name}`))
      for (const [name, content] of sent) {
        const one = got[`x_${name}`]
        if (typeof content === 'string') expect(one).toBe(content.replace(/\r\n|\r|\n/g, '\r\n'))
        else expect(one instanceof Blob && Buffer.from(await one.arrayBuffer())).toEqual(Buffer.from(content))
      }
    }),
    { seed, numRuns: 300 },
  )
})

const boundary = 'multipart/form-data; boundary=x'
const head = 'Content-Disposition: form-data; name="a"\r\n\r\n'

test.each([
  ['nothing', ''],
  ['no end', `--x\r\n${head}1\r\n--x`],
  ['no delimiter', 'hello'],
  ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
  ['an endless head', `--x\r\nA: ${'b'.repeat(20_000)}`],
  ['a thousand parts and more', `${`--x\r\n${head}1\r\n`.repeat(1001)}--x--`],
])('%s is a 400', async (_, text) => {
  await expect(read(text, 1000)).rejects.toMatchObject({ status: 400 })
})

test('a text that is not UTF-8 names its field', async () => {
  const bytes = Buffer.concat([Buffer.from(`--x\r\n${head}`), Buffer.from([0xff, 0xfe]), Buffer.from('\r\n--x--')])
  await expect(read(bytes, 7)).rejects.toMatchObject({ status: 400, facts: { param: 'a' } })
})

test('no random bytes make it throw anything but a refusal', async () => {
  const bytes = fc.array(
    fc.constantFrom('--x', '\r\n', '--', 'Content-Disposition: form-data; name="a"', '; filename="f"', 'x', ':'),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (some) => {
      const status = await read(some.join(''), 5).then(
        () => 200,
        (thrown) => thrown.status,
      )
      expect([200, 400]).toContain(status)
    }),
    { seed, numRuns: 500 },
  )
})

test('the fields of a form are what JSON would have said', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    model: '7',
    prompt: 'true',
    n: '3',
    stream: 'false',
    output_compression: 'many',
    x_new: '5',
    size: '1024x1024',
  }))
    form.append(name, value)
  form.append('image[]', new Blob(['1']))
  form.append('image[]', new Blob(['2']))
  form.append('mask', new Blob(['m']))
  const body = await edits(form)
  expect(body).toMatchObject({
    model: '7',
    prompt: 'true',
    n: 3,
    stream: false,
    output_compression: 'many',
    x_new: '5',
    size: '1024x1024',
  })
  expect(body.images).toHaveLength(2)
  expect(body.mask).toBeInstanceOf(Blob)
})

test.each(['image', 'image[]', 'images', 'images[]', 'images[0]'])(
  'a file named %s is a picture to edit',
  async (name) => {
    const form = new FormData()
    form.append(name, new Blob(['x'], { type: 'image/png' }))
    expect((await edits(form)).images).toEqual([expect.any(Blob)])
  },
)

test('a field in which no file was chosen is not there', async () => {
  const text =
    '--x\r\nContent-Disposition: form-data; name="mask"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--'
  expect(await read(text, 1000)).toEqual({})
})

test.each([
  ['Content-Type: audio/webm;codecs=opus\r\n', 'audio/webm;codecs=opus'],
  ['content-type: text/csv; charset=utf-8; header="a b"\r\n', 'text/csv; charset=utf-8; header="a b"'],
  ['Content-Type: Image/PNG\r\n', 'image/png'],
  ['Content-Type: application/octet-stream\r\n', 'application/octet-stream'],
  ['', ''],
])('a file part with the header %j has the type %s', async (header, type) => {
  const text = `--x\r\nContent-Disposition: form-data; name="mask"; filename="a"\r\n${header}\r\n1\r\n--x--`
  expect((await read(text, 1000)).mask).toMatchObject({ type, size: 1 })
})

test('each part has its own type, and a text may have parameters', async () => {
  const part = (name: string, type: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n1\r\n`
  const text = `${part('prompt', 'Content-Type: text/plain; charset=UTF-8\r\n')}${part('mask', 'Content-Type: image/png; a=b\r\n')}${part('user', '')}--x--`
  expect(await read(text, 7)).toEqual({
    prompt: '1',
    mask: expect.objectContaining({ type: 'image/png; a=b' }),
    user: '1',
  })
})

test('a field that takes one value and comes twice is a 400 that names it', async () => {
  for (const name of ['prompt', 'n', 'mask']) {
    const form = new FormData()
    form.append(name, '1')
    form.append(name, '2')
    await expect(edits(form)).rejects.toMatchObject({ status: 400, facts: { param: name } })
  }
})

test('names of the language are only names, and null may be spelled', async () => {
  const form = new FormData()
  for (const name of ['__proto__', 'constructor', 'toString', 'prompt', 'n']) form.append(name, 'null')
  const body = await edits(form)
  expect(Object.entries(body)).toEqual([
    ['__proto__', 'null'],
    ['constructor', 'null'],
    ['toString', 'null'],
    ['prompt', 'null'],
    ['n', null],
  ])
})

test('references may stand in a form as JSON', async () => {
  const form = new FormData()
  form.append('images', '[{"image_url":"data:,"}]')
  expect((await edits(form)).images).toEqual([{ image_url: 'data:,' }])
})

test('forms ask the same when names, texts, types and bytes of files are the same', async () => {
  const printOf = async (bytes: string, type: string, prompt = 'p') => {
    const form = new FormData()
    form.append('image', new Blob([bytes], { type }), `${Math.random()}.png`)
    form.append('prompt', prompt)
    return fingerprint('images.edits', await edits(form))
  }
  const one = await printOf('a', 'image/png')
  expect(await printOf('a', 'image/png')).toBe(one)
  expect(
    new Set([
      one,
      await printOf('b', 'image/png'),
      await printOf('a', 'image/webp'),
      await printOf('a', 'image/png', 'q'),
    ]).size,
  ).toBe(4)
})
