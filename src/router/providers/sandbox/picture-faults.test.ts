import { expect, test } from 'vitest'
import { pictureSandbox, piecesOfBody } from './testing/ask.ts'

const { ask, meter } = pictureSandbox()

const whole = async (model: string, n = 2) => (await ask({ model, n })).json()
const streamed = async (model: string, n = 1) => {
  const { pieces, broke } = await piecesOfBody(await ask({ model, n, stream: true }))
  const types = pieces.flatMap((piece) => [...piece.matchAll(/^event: (.*)$/gm)].map(([, type]) => type))
  return { pieces, types, broke }
}

const partial = 'image_generation.partial_image'
const completed = 'image_generation.completed'

test.each([true, false])(
  'fault-moderation refuses as a safety system does, with stream %s, and is not counted',
  async (stream) => {
    const reply = await ask({ model: 'fault-moderation', stream })
    expect(reply.status).toBe(400)
    expect((await reply.json()).error).toMatchObject({
      code: 'moderation_blocked',
      type: 'image_generation_user_error',
    })
    expect(meter().byModel['fault-moderation']).toBeUndefined()
  },
)

test('fault-image-url gives addresses where nothing is', async () => {
  const { data } = await whole('fault-image-url')
  expect(data).toHaveLength(2)
  for (const item of data) expect(item).toEqual({ url: expect.stringMatching(/^https:\/\/images\.sandbox\.invalid\//) })
  const { types, pieces } = await streamed('fault-image-url')
  expect(types).toEqual([completed])
  expect(pieces[0]).toContain('"url":"https://images.sandbox.invalid/')
})

test('fault-image-missing gives one picture fewer', async () => {
  expect((await whole('fault-image-missing', 3)).data).toHaveLength(2)
  expect((await whole('fault-image-missing', 1)).data).toEqual([])
  expect((await streamed('fault-image-missing', 3)).types).toEqual([completed, completed])
})

test('fault-image-empty gives pictures without bytes', async () => {
  expect((await whole('fault-image-empty')).data).toEqual([{ b64_json: '' }, { b64_json: '' }])
  expect((await streamed('fault-image-empty')).pieces[0]).toContain('"b64_json":""')
})

test.each(['fault-image-late', 'fault-error-event'])(
  '%s reports an error after an unfinished picture',
  async (model) => {
    expect((await streamed(model)).types).toEqual([partial, 'error'])
    expect(await whole(model)).toMatchObject({ data: [], error: { code: 'server_error' } })
  },
)

test('fault-cut breaks off after an unfinished picture, and within a document', async () => {
  const { types, broke } = await streamed('fault-cut')
  expect(types).toEqual([partial])
  expect(broke).toBeInstanceOf(Error)
  const { pieces, broke: cut } = await piecesOfBody(await ask({ model: 'fault-cut' }))
  expect(cut).toBeInstanceOf(Error)
  expect(() => JSON.parse(pieces.join(''))).toThrow()
})

test('fault-silent-end ends without the picture, and within a document', async () => {
  expect(await streamed('fault-silent-end')).toMatchObject({ types: [partial], broke: undefined })
  const text = await (await ask({ model: 'fault-silent-end' })).text()
  expect(() => JSON.parse(text)).toThrow()
})

test('fault-stall sends an unfinished picture and then nothing, until it is stopped', async () => {
  const stop = new AbortController()
  const body = (await ask({ model: 'fault-stall', stream: true }, 'images.generations', stop.signal)).body
  const reader = body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(partial)
  const next = reader?.read()
  stop.abort(new Error('stopped'))
  await expect(next).rejects.toThrow('stopped')
})

test('fault-garbled puts odd frames before good events, and blanks around a document', async () => {
  expect((await streamed('fault-garbled')).types.at(-1)).toBe(completed)
  expect((await whole('fault-garbled')).data).toHaveLength(2)
})

test.each([
  ['fault-401', 401],
  ['fault-402', 402],
  ['fault-429', 429],
  ['fault-500', 500],
  ['fault-html', 502],
  ['fault-provider', 502],
])('%s answers %i here too', async (model, status) => {
  expect((await ask({ model })).status).toBe(status)
})

test('fault-empty answers with nothing here too', async () => {
  expect(await (await ask({ model: 'fault-empty' })).text()).toBe('')
})
