import { expect, test } from 'vitest'
import { givenFiles } from './run-files.ts'

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
  const given = givenFiles({ request: { images, mask: 'https://example.com/mask.png' } }, [asset(hash)] as never)
  expect(await given?.base?.text()).toBe(hash)
  expect(given?.mask).toBeUndefined()
  expect(givenFiles({ request: null }, [])).toEqual({})
})
