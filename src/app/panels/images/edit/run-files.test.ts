import { expect, test } from 'vitest'
import { earlierEdit, givenFiles } from './run-files.ts'

/** Hex, like a hash. */
const hashOf = (content: string) => Buffer.from(content).toString('hex').padEnd(64, '0').slice(0, 64)
const asset = (content: string, sha256 = hashOf(content)) => ({
  ...{ id: sha256, run: 'r', role: 'input', type: 'image/png', size: 1, sha256 },
  blob: new Blob([content]),
})
const part = (name: string, content: string) =>
  ({ kind: 'file', name, file: { name: 'x.png', type: 'image/png', size: 1, sha256: hashOf(content) } }) as const

test('the first picture of a form is the base, and the mask is the mask', async () => {
  const parts = [
    { kind: 'text', name: 'image', value: 'no file' } as const,
    part('image[]', 'one'),
    part('image[]', 'two'),
    part('mask', 'three'),
  ]
  const given = givenFiles({ request: {}, parts }, [asset('two'), asset('three'), asset('one')] as never)
  expect([await given?.base?.text(), await given?.mask?.text()]).toEqual(['one', 'three'])
})

test('what is not there is left out, and nothing is said before the files are read', () => {
  expect(givenFiles({ request: {}, parts: [part('image', 'gone')] }, [])).toEqual({})
  expect(givenFiles({ request: {}, parts: [part('image', 'one')] }, undefined)).toBeUndefined()
})

test('files that were sent as data URLs are found by the hashes that stand for them', async () => {
  const hash = 'a'.repeat(64)
  const images = [{ image_url: `data:image/png;base64,sha256:${hash}` }]
  const given = givenFiles({ request: { images, mask: 'https://example.com/mask.png' } }, [asset(hash, hash)] as never)
  expect(await given?.base?.text()).toBe(hash)
  expect(given?.mask).toBeUndefined()
  expect(givenFiles({ request: null }, [])).toEqual({})
})

test('a form is opened again with its fields as they were typed, and its files by their names', async () => {
  const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const
  const parts = [
    ...[text('model', 'm'), text('prompt', '12'), text('n', '2'), text('stream', 'true'), text('extra', '{"a":1}')],
    ...[part('image[]', 'one'), part('image[]', 'gone'), part('mask', 'three')],
  ]
  const edit = earlierEdit({ request: undefined, parts }, [asset('three'), asset('one')] as never)
  expect(edit.form).toEqual({
    request: { model: 'm', prompt: '12', n: 2, stream: true, extra: { a: 1 } },
    sendAs: 'multipart',
  })
  expect(edit.pictures.map(({ name }) => name)).toEqual(['x.png'])
  expect([await edit.mask?.text(), edit.lost]).toEqual(['three', 1])
})

test('an edit that went as JSON is opened again without what stood for its files', () => {
  const hash = 'b'.repeat(64)
  const images = [{ image_url: `data:image/png;base64,sha256:${hash}` }, { image_url: 'https://example.com/a.png' }]
  const turn = { names: ['harbour.png', 'a.png'] }
  const edit = earlierEdit({ request: { prompt: 'p', n: 3, images }, turn }, [asset(hash, hash)] as never)
  expect(edit).toMatchObject({ form: { request: { prompt: 'p', n: 3 }, sendAs: 'auto' }, mask: undefined, lost: 1 })
  expect(edit.form.request).not.toHaveProperty('images')
  expect(edit.pictures.map(({ name }) => name)).toEqual(['harbour.png'])
})

test('a run of another program, which kept no names, names its pictures by their places', () => {
  const hash = 'c'.repeat(64)
  const request = { images: [`data:image/png;base64,sha256:${hash}`] }
  const edit = earlierEdit({ request, turn: 7 }, [asset(hash, hash)] as never)
  expect(edit.pictures.map(({ name }) => name)).toEqual(['image-1.png'])
})
