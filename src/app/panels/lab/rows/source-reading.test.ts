import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { answerSource, messagesOf } from './source-reading.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const zip = (entries: Record<string, Uint8Array>) => [
  { name: 'set.zip', blob: new Blob([new Uint8Array(zipSync(entries))]) },
]
const read = (source: Parameters<typeof answerSource>[0]['source']) => answerSource({ source, hasHeader: true })

async function whyOf(source: Parameters<typeof read>[0]) {
  const reading = await read(source)
  return reading.status === 'refused' ? reading.why : reading
}

test('the files of a zip are rows, each with its type by its bytes, without the folder around them and hidden ones', async () => {
  const reading = await read(
    zip({
      'photos/': strToU8(''),
      'photos/a.jpg': png,
      'photos/b/c.bin': strToU8('x'),
      'photos/.DS_Store': png,
      '__MACOSX/photos/._a.jpg': png,
    }),
  )
  if (reading.status === 'refused') throw new Error(reading.why)
  expect(reading).toMatchObject({ format: 'Files', columns: ['file'], rows: [{ file: 'a.jpg' }, { file: 'b/c.bin' }] })
  expect(reading.files.map(({ name, blob }) => [name, blob.type, blob.size])).toEqual([
    ['a.jpg', 'image/png', 8],
    ['b/c.bin', '', 1],
  ])
})

test('a table beside files has the rows, whether they are dropped as a folder or in a zip', async () => {
  const table = strToU8('photo,topic\na.png,sea\ngone.png,sky\n')
  const folder = [
    { name: 'set/rows.csv', blob: new Blob([table]) },
    { name: 'set/a.png', blob: new Blob([png]) },
  ]
  for (const source of [folder, zip({ 'rows.csv': table, 'a.png': png })])
    expect(await read(source)).toMatchObject({
      ...{ format: 'CSV', rows: [{ photo: 'a.png' }, { photo: 'gone.png' }] },
      files: [{ name: 'a.png' }],
    })
})

test('texts beside other files are files, whether there is a table or not', async () => {
  const texts = { 'a.txt': strToU8('Hello, one\nTwo, three'), 'b.txt': strToU8('x') }
  expect(await read(zip(texts))).toMatchObject({ format: 'Files', rows: [{ file: 'a.txt' }, { file: 'b.txt' }] })
  expect(await read(zip({ ...texts, 'rows.csv': strToU8('f\na.txt') }))).toMatchObject({
    ...{ format: 'CSV', rows: [{ f: 'a.txt' }], files: [{ name: 'a.txt' }, { name: 'b.txt' }] },
  })
})

test('one file is a table unless its bytes are a picture or a sound', async () => {
  expect(await read([{ name: 'rows', blob: new Blob(['a,b\n1,2']) }])).toMatchObject({ format: 'CSV', files: [] })
  expect(await read([{ name: 'photo', blob: new Blob([png]) }])).toMatchObject({ rows: [{ file: 'photo' }] })
})

test.each([
  ['nothing', [], 'No rows.'],
  ['an empty zip', zip({}), 'No rows.'],
  ['an empty file', [{ name: 'a.csv', blob: new Blob(['']) }], 'No rows.'],
  ['no zip', [{ name: 'a.zip', blob: new Blob(['PK']) }], 'The zip file is damaged or encrypted.'],
  [
    '201 files',
    Array.from({ length: 201 }, (_, n) => ({ name: `${n}.png`, blob: new Blob([png]) })),
    '201 files are too many: at most 200.',
  ],
  [
    '201 files in a zip',
    zip(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.png`, png]))),
    '201 files are too many: at most 200.',
  ],
  ['a bomb', zip({ 'a.png': new Uint8Array(300 * 2 ** 20) }), '300 MB of files are too many: at most 256.'],
])('%s is refused', async (_, source, why) => {
  expect(await whyOf(source)).toBe(why)
})

test('the rows of a large table are sent in several messages, each once and in their order, also those of a test set', async () => {
  const reading = await read(`a\n${Array.from({ length: 1_001 }, (_, at) => at).join('\n')}`)
  const messages = messagesOf(reading)
  const lists = messages.flatMap((message) => ('status' in message ? [] : [message]))
  expect(lists.map(({ length }) => length)).toEqual([500, 500, 1])
  expect(messages.at(-1)).toEqual({ ...reading, rows: [] })
  expect(reading).toMatchObject({ rows: lists.flat() })
  const set = await read('[{"vars":{"a":1}},{"vars":{"a":2}}]')
  expect(messagesOf(set).at(-1)).toMatchObject({ rows: [], foreign: { rows: [] } })
})
