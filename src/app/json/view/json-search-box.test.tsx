import { expect, test } from 'vitest'
import { indexJson, pathOfNode } from './json-index.ts'
import { searchJson } from './json-search-box.tsx'
import { asBase64, plainValue, rowValue } from './json-value.ts'

const found = (text: string, words: string) => {
  const index = indexJson(text)
  return searchJson(index, words).map((node) => pathOfNode(index, node))
}

test('words are found in keys and values, whatever their capitals, and never in brackets', () => {
  const text = '{"Name":"Oslo","list":[{"name":1},"a name","\\"quoted\\""],"n":[10,20]}'
  expect(found(text, 'NAME')).toEqual(['Name', 'list[0].name', 'list[1]'])
  expect(found(text, '"quoted"')).toEqual(['list[2]'])
  expect(found(text, '20')).toEqual(['n[1]'])
  expect(found(text, '{')).toEqual([])
  expect(found(text, '.*')).toEqual([])
  expect(found(text, '')).toEqual([])
})

test('a path is written as languages write it, whatever the key', () => {
  const index = indexJson('{"a b":{"__proto__":[[1]]},"":{"ü":2}}')
  const paths = Array.from({ length: index.count }, (_, node) => pathOfNode(index, node))
  expect(paths).toEqual([
    '$',
    '["a b"]',
    '["a b"].__proto__',
    '["a b"].__proto__[0]',
    '["a b"].__proto__[0][0]',
    '[""]',
    '[""].ü',
  ])
  const deep = indexJson('['.repeat(10_000))
  expect(pathOfNode(deep, 9_999)).toMatch(/^…\[0\]/)
})

test('a string is copied as it is meant, everything else as it is written', () => {
  const index = indexJson('["a\\u00e9\\n", 1.50, {"b":  2}]')
  expect([1, 2, 3].map((node) => plainValue(index, node))).toEqual(['aé\n', '1.50', '{"b":  2}'])
})

test('a long string is cut in its row and says how long it is', () => {
  const value = rowValue(indexJson(JSON.stringify('words and '.repeat(100))), 0)
  expect(value).toMatchObject({ kind: 'string', cut: 1002 })
})

test('base64 is told by its type and size, and only harmless pictures are shown', () => {
  const bytes = (head: readonly number[]) =>
    Buffer.from([...head, ...Array.from({ length: 600 }, (_, at) => (at * 131 + 7) % 251)]).toString('base64')
  const png = bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect(asBase64(png)).toMatchObject({ type: 'image/png', bytes: 608, picture: `data:image/png;base64,${png}` })
  const riff = (word: string) => [...Buffer.from('RIFF'), 1, 2, 3, 4, ...Buffer.from(word)]
  expect(asBase64(bytes(riff('WEBP')))?.type).toBe('image/webp')
  expect(asBase64(bytes(riff('WAVE')))?.type).toBe('audio/wav')
  expect(asBase64(bytes([0, 0, 0, 32, ...Buffer.from('ftypavif')]))?.type).toBe('image/avif')
  expect(asBase64(bytes([0, 0, 0, 32, ...Buffer.from('ftypisom')]))?.type).toBe('video/mp4')
  expect(asBase64(bytes([1, 2, 3]))).toEqual({ type: undefined, bytes: 603 })
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`
  expect(asBase64(svg)).toEqual({ type: 'image/svg+xml', bytes: 24 })
  expect(asBase64(`data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`)?.type).toBe('image/png')
  const slashes = rowValue(indexJson(JSON.stringify(png).replaceAll('/', '\\/')), 0)
  expect(slashes.kind).toBe('base64')
})

test.each(['a'.repeat(5000), '0123456789'.repeat(100), 'some words '.repeat(200), 'short', ''])(
  '%.20s… is no base64',
  (text) => {
    expect(asBase64(text)).toBeUndefined()
  },
)
