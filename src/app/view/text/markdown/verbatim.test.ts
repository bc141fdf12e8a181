import { expect, test } from 'vitest'
import { bracketedAddress, tagEnd } from './verbatim.ts'

test.each([
  ['<https://a.test/b?c>', 'https://a.test/b?c', 'https://a.test/b?c'],
  ['<made-up-scheme:x>', 'made-up-scheme:x', 'made-up-scheme:x'],
  ['<me@a.test>', 'mailto:me@a.test', 'me@a.test'],
])('%j is an address', (source, url, text) => {
  expect(bracketedAddress(`x${source}y`, 1)).toEqual({ url, text, end: 1 + source.length })
})

test.each(['<a>', '<a:b>', '<https://a b>', '<https://a', '<@a.test>', '<me@-a.test>', '< https://a.test>'])(
  '%j is no address',
  (source) => {
    expect(bracketedAddress(source, 0)).toBeUndefined()
  },
)

test.each([
  '<a>',
  '</a >',
  '<a b="c>" d=\'e\' f=g h/>',
  '<!-- a > -->',
  '<!-->',
  '<!--->',
  '<?a?>',
  '<!A b>',
  '<![CDATA[a]b]]>',
])('%j is a tag', (source) => {
  expect(tagEnd(`x${source}y`, 1, new Set())).toBe(1 + source.length)
})

test.each(['<', '<a', '< a>', '<1>', '<a b=>', '<a"b">', '</a b>', '<!-- a', '<?a', '<!1>'])('%j is none', (source) => {
  expect(tagEnd(source, 0, new Set())).toBeUndefined()
})

test('an end that is missing is looked for once', () => {
  const missing = new Set<string>()
  expect(tagEnd('<!-- a <!-- b', 0, missing)).toBeUndefined()
  expect([...missing]).toEqual(['-->'])
  expect(tagEnd('<!-- a -->', 0, missing)).toBeUndefined()
  expect(tagEnd('<?a?>', 0, missing)).toBe(5)
})
