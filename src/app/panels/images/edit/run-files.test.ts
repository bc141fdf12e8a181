import { expect, test } from 'vitest'
import { earlierEdit, givenFiles, keptArea, sentEdit } from './run-files.ts'

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

const kept = (name: string, content: string) => ({ ...asset(content), role: 'kept', name })
const maskedArea = {
  frame: { x: 1, y: 2, width: 30, height: 20 },
  to: { width: 1248, height: 832 },
  ...{ surroundings: 8, softEdge: 2, base: hashOf('whole'), mask: hashOf('whole mask'), touched: hashOf('soft mask') },
}
const partRun = {
  request: undefined,
  parts: [
    { kind: 'text', name: 'size', value: '1248x832' } as const,
    ...[part('image[]', 'area'), part('image[]', 'reference'), part('mask', 'area mask')],
  ],
  turn: { maskedArea },
}
const partFiles = [
  ...[asset('area'), asset('reference'), asset('area mask')],
  ...[kept('harbour.png', 'whole'), kept('harbour-mask.png', 'whole mask'), kept('harbour-mask.png', 'soft mask')],
] as never

test('an edit of a part is opened again with the whole base and mask, and compared with them', async () => {
  const edit = earlierEdit(partRun, partFiles)
  expect(await Promise.all(edit.pictures.map(({ blob }) => blob.text()))).toEqual(['whole', 'reference'])
  expect([edit.pictures[0]?.name, await edit.mask?.text(), edit.lost]).toEqual(['harbour.png', 'whole mask', 0])
  // The size was chosen for the part, not in the form.
  expect(edit.form).toEqual({
    ...{ request: {}, sendAs: 'multipart' },
    area: { sent: 'masked', surroundings: 8, softEdge: 2 },
  })
  const given = givenFiles(partRun, partFiles)
  expect([await given?.base?.text(), await given?.mask?.text()]).toEqual(['whole', 'soft mask'])
})

test('a size that was set in the form stays there, and what was sent is still known', async () => {
  const turn = { maskedArea: { ...maskedArea, size: '1248x832' } }
  expect(earlierEdit({ ...partRun, turn }, partFiles).form.request).toEqual({ size: '1248x832' })
  const sent = sentEdit(partRun, partFiles)
  expect(await Promise.all(sent.pictures.map(({ blob }) => blob.text()))).toEqual(['area', 'reference'])
})

test('an edit of a part whose base is lost is opened with what was sent', async () => {
  const edit = earlierEdit(partRun, [asset('area'), asset('area mask')] as never)
  expect([await edit.pictures[0]?.blob.text(), edit.lost]).toEqual(['area', 2])
  expect(keptArea(partRun, [])).toBeUndefined()
  expect(keptArea({ turn: { maskedArea: { frame: 'odd' } } }, partFiles)).toBeUndefined()
})
