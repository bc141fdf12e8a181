import { expect, test } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { editBody, otherBody } from './edit-request.ts'

const file = (name: string, words: string) => ({ name, blob: new Blob([words], { type: 'image/png' }) })
const files = { pictures: [file('a.png', 'aa'), file('b.png', 'bb')], mask: file('mask.png', 'mm') }
const request = { model: 'm', prompt: 'p', n: 2, stream: true, extra: { deep: [1] } }

const bodyOf = async (...args: Parameters<typeof editBody>) => {
  const written = await editBody(...args)
  return written.kind === 'ready' ? written.body : undefined
}

test('a form holds every parameter as text, then the pictures in their order, then the mask', async () => {
  const { parts = [] } = (await bodyOf(request, files, 'multipart')) ?? {}
  const told = parts.map((part) => [part.name, part.kind === 'text' ? part.value : part.file.name])
  expect(told).toEqual([
    ['model', 'm'],
    ['prompt', 'p'],
    ['n', '2'],
    ['stream', 'true'],
    ['extra', '{"deep":[1]}'],
    ['image[]', 'a.png'],
    ['image[]', 'b.png'],
    ['mask', 'mask.png'],
  ])
})

test('without a mask none is sent, in either form', async () => {
  const none = { ...files, mask: undefined }
  expect((await bodyOf({}, none, 'multipart'))?.parts?.map(({ name }) => name)).toEqual(['image[]', 'image[]'])
  expect(await bodyOf({}, none, 'json')).not.toHaveProperty('request.mask')
})

test('JSON refers to the files in the words of the interface, and the run gets their bytes', async () => {
  const reference = { image_url: expect.stringMatching(/^data:image\/png;base64,sha256:[0-9a-f]{64}$/) }
  const body = await bodyOf({ model: 'm' }, files, 'auto')
  expect(body?.request).toEqual({ model: 'm', images: [reference, reference], mask: reference })
  expect(body?.files?.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'mask.png'])
})

test('more than 16 MiB are not sent as JSON, and by itself such an edit goes as a form', async () => {
  const large = { pictures: [{ name: 'l.png', blob: new Blob([new Uint8Array(12.1 * 2 ** 20)]) }], mask: undefined }
  expect(await editBody({}, large, 'json')).toMatchObject({ kind: 'refused', why: expect.stringMatching(/16 MB/) })
  expect((await bodyOf({}, large, 'auto'))?.parts).toHaveLength(1)
})

const refusedRun = (status: number, message: string): Run => ({
  ...{ id: 'r', seq: 1, endpoint: 'images.edits', model: 'm', title: 't', status: 'refused', intent: 'i', log: [] },
  ...{ connection: { name: 'c', baseUrl: 'http://a/v1' }, request: {}, saved: true },
  result: { ...emptyResult, error: { kind: 'api', status, message } },
})

test('a router that did not find the prompt in the JSON may take a form, and the other way round', () => {
  const run = refusedRun(400, "Missing required parameter: 'prompt'")
  expect(otherBody(run)).toBe('multipart')
  expect(otherBody({ ...run, parts: [] })).toBe('json')
  expect(otherBody(refusedRun(415, 'No.'))).toBe('multipart')
})

test('what was understood and refused, or failed otherwise, is not sent in another way', () => {
  expect(otherBody(refusedRun(400, 'Your request was rejected by the safety system.'))).toBeUndefined()
  expect(otherBody(refusedRun(404, 'Missing model'))).toBeUndefined()
  expect(otherBody({ ...refusedRun(400, 'missing'), status: 'failed' })).toBeUndefined()
})
