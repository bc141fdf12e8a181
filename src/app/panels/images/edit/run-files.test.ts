import { expect, test } from 'vitest'
import { formFiles, jsonFiles } from './run-files.ts'

const asset = (sha256: string) => ({
  ...{ id: sha256, run: 'r', role: 'input', type: 'image/png', size: 1, sha256 },
  blob: new Blob([sha256]),
})
const part = (name: string, sha256: string) =>
  ({ kind: 'file', name, file: { name: 'x.png', type: 'image/png', size: 1, sha256 } }) as const

test('the first picture of a form is the base, and the mask is the mask', async () => {
  const parts = [
    { kind: 'text', name: 'image', value: 'no file' } as const,
    part('image[]', 'one'),
    part('image[]', 'two'),
    part('mask', 'three'),
  ]
  const given = formFiles({ parts }, [asset('two'), asset('three'), asset('one')] as never)
  expect([await given?.base?.text(), await given?.mask?.text()]).toEqual(['one', 'three'])
})

test('what is not there is left out, and nothing is said before the files are read', () => {
  expect(formFiles({ parts: [part('image', 'gone')] }, [])).toEqual({})
  expect(formFiles({ parts: [part('image', 'one')] }, undefined)).toBeUndefined()
})

test('files that were sent as data URLs are found in the request', async () => {
  const png = 'iVBORw0KGgoAAAA='
  const given = await jsonFiles({
    request: { images: [{ image_url: `data:image/png;base64,${png}` }], mask: 'https://example.com/mask.png' },
  })
  expect(given.base?.type).toBe('image/png')
  expect(given.mask).toBeUndefined()
  expect(await jsonFiles({ request: null })).toEqual({})
})
