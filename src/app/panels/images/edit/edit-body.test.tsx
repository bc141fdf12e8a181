import { expect, test } from 'vitest'
import { formBody, jsonBody } from './edit-body.ts'

const file = (name: string, words: string) => ({ name, blob: new Blob([words], { type: 'image/png' }) })
const files = { pictures: [file('a.png', 'aa'), file('b.png', 'bb')], mask: file('mask.png', 'mm') }
const request = { model: 'm', prompt: 'p', n: 2, stream: true, extra: { deep: [1] } }

test('a form holds every parameter as text, then the pictures in their order, then the mask', () => {
  const { parts = [] } = formBody(request, files)
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
  expect(formBody({}, none).parts?.map(({ name }) => name)).toEqual(['image[]', 'image[]'])
  expect(await jsonBody({}, none)).not.toHaveProperty('request.mask')
})

test('JSON holds data URLs in the words of the interface', async () => {
  expect(await jsonBody({ model: 'm' }, files)).toEqual({
    request: {
      model: 'm',
      images: [{ image_url: 'data:image/png;base64,YWE=' }, { image_url: 'data:image/png;base64,YmI=' }],
      mask: { image_url: 'data:image/png;base64,bW0=' },
    },
  })
})

test('more than 16 MB are not sent as JSON', async () => {
  const large = { name: 'l.png', blob: new Blob([new Uint8Array(12.1 * 2 ** 20)]) }
  expect(await jsonBody({}, { pictures: [large], mask: undefined })).toBeUndefined()
})
