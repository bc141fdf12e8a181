import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { loadMoreCharacters } from './markdown/character-references.ts'
import { wellFormed } from './testing/documents.ts'
import { mounted, outline, shown, visibleText } from './testing/mounted.ts'
import { cutText, lengths, scrapText } from './testing/scraps.ts'

const sample = (numRuns: number) => ({ seed, numRuns: process.env.SOAK ? 100 * numRuns : numRuns })
const timeout = process.env.SOAK ? 3_600_000 : 60_000

beforeAll(loadMoreCharacters)

describe('where the pieces of a text end makes no difference to what is shown in the end', { timeout }, () => {
  test(`of scraps of Markdown (SEED=${seed})`, () => {
    fc.assert(
      fc.property(scrapText, lengths, (text, pieces) => {
        expect(outline(shown(cutText(text, pieces)))).toBe(outline(shown([text])))
      }),
      sample(40),
    )
  })

  test(`of documents (SEED=${seed})`, () => {
    fc.assert(
      fc.property(wellFormed, lengths, (text, pieces) => {
        expect(outline(shown(cutText(text, pieces)))).toBe(outline(shown([text])))
      }),
      sample(12),
    )
  })
})

/** Where something is shown, in pieces of `size` characters, that will not stand there in the end. */
function takenBack(text: string, size = 1): string | undefined {
  const whole = visibleText(shown([text]))
  const { place, give } = mounted()
  for (let at = 0; at < text.length; at += size) {
    give(text.slice(at, at + size))
    const now = visibleText(place)
    if (!whole.startsWith(now)) return `${JSON.stringify(text.slice(0, at + size))} shows ${JSON.stringify(now)}`
  }
  return undefined
}

describe('what is shown stays shown', { timeout }, () => {
  test(`in documents, and no mark is seen that is none in the end (SEED=${seed})`, () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(takenBack(text)).toBeUndefined()
      }),
      sample(12),
    )
  })

  test.each([
    ['an escaped star', 'a \\*b\\* c'],
    ['an escape that begins a row', 'S[^n].\n\n| one | b |\n|---|---|\n| \\- x[^n][^n] | a |\n\n[^n]: N.'],
    ['an escaped bracket', 'a \\[b\\] c'],
    ['a backslash', 'a \\\\ b'],
    ['an image', 'a ![b *c*](https://a.test/d.png "e") f'],
    ['an image in a link', '[![a](https://a.test/b.png)](https://c.test) d'],
    ['a reference to another label', '[a]: https://a.test\n\nsee [words *of* it][a] b'],
    ['a mail address', 'write to me.too@a.test now'],
    [
      'a name of a character in a long text',
      `${'words and words '.repeat(8)}AT&amp;T and more\n${'words '.repeat(20)}`,
    ],
    ['an escape in a long text', `${'words and words '.repeat(8)}a\\_b and more\n${'words '.repeat(20)}`],
    ['line ends in a long text', 'words and words\n   '.repeat(20)],
    ['a line break in a long text', `${'words '.repeat(20)} \nand more`],
    ['a cell that ends with an exclamation mark', '| a |  b |\n|-|-|\n| wow! | b |'],
    ['a cell that ends with a bracket', '| x[0] | b |\n|-|-|\n| *y[1]* | b |'],
    ['escaped pipes in cells', '| a \\| b | c |\n|-|-|\n| `d \\| e` | f \\| |'],
    ['a cell that ends with code', '| `*a*` | b |\n|-|-|\n| `*c*` | d |'],
    ['a cell that ends with what could be the name of a character', '| R&D | b |\n|-|-|\n| R&D | b |'],
    ['a footnote in a cell', '| a[^n] | b |\n|-|-|\n| c | d |\n\n[^n]: e'],
    ['two footnotes side by side', 'a[^x][^y] b\n\n[^x]: X\n\n[^y]: Y'],
    ['a list that goes on behind a definition', '- a\n\n[b]: https://b.test\n\n- c\n- d'],
    ['a link with a long address', `[words](https://a.test/${'x'.repeat(600)}) a`],
    ['emphasis in emphasis', '**a *b* ***c*** d** e'],
    ['strikethrough', 'a ~~b~~ c'],
    ['a fence in a list in a quote', '> - a\n>\n>   ```js\n>   b\n>   ```\n> - c'],
    ['a table behind a paragraph', 'a\n| b | c |\n|-|-|\n| d | e |'],
    ['a heading with closing marks', '## a #b ##\n\nc'],
    ['a heading under a line', 'a *b*\n---\n\nc'],
    ['a rule', 'a\n\n* * *\n\nb'],
    ['HTML', 'a <b title="c">d</b>\n\n<div>\n*e*\n</div>'],
  ])('of %s', (_, text) => {
    expect(takenBack(text)).toBeUndefined()
  })

  test.each([
    ['a star before a space', '2 * 3 * 4 = 24'],
    ['underscores in a word', 'snake_case_name and a_b_c'],
    ['a tilde', 'about ~5 and ~/bin'],
    ['angle brackets', 'a < b and b > a'],
    ['an ampersand', 'R&D and Q&A'],
    ['brackets', 'x[0] and [not a link] and [ ]'],
    ['a pipe', 'a | b'],
    ['a dollar', '$x_i$ costs $5'],
    ['a hash', '#1 and C# and # alone'],
  ])('of text with %s', (_, text) => {
    expect(visibleText(shown([text]))).toBe(text.replaceAll(/\s/g, ''))
    expect(takenBack(text)).toBeUndefined()
  })
})

test.each([
  ['marks', ''],
  ['a price', 'It costs $5. '],
  ['a comparison', 'As long as a < b, '],
  ['an ampersand', 'AT&amp;T '],
  ['an escape', 'a\\_b '],
])('a very long paragraph with %s is shown as what it is while it arrives', (_, start) => {
  const text = `${start}${'some **words** and `code` and more, '.repeat(200)}`
  expect(takenBack(text, 64)).toBeUndefined()
})

/** The blocks that stand in the text itself, without the groups around them. */
function blocksIn(place: HTMLElement): Element[] {
  const children = [...(place.querySelector('.reading-body')?.children ?? [])]
  return children.flatMap((child) => (child.matches('.reading-group') ? [...child.children] : [child]))
}

const isBlock = (node: Node) =>
  node instanceof HTMLElement &&
  node.matches('p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, hr, table, tr, td, th, div, pre')

describe('what is finished is left alone', { timeout }, () => {
  const headingsUnderLines = /\S\n[> ]*(?:=|---)(?:\n|$)/
  const documents = wellFormed.filter((text) => !headingsUnderLines.test(text))

  test(`no block is taken away or put in place of another one (SEED=${seed})`, () => {
    fc.assert(
      fc.property(documents, (text) => {
        const { place, give } = mounted()
        const observer = new MutationObserver(() => {})
        observer.observe(place, { childList: true, subtree: true })
        for (const character of text) give(character)
        const removed = observer.takeRecords().flatMap(({ removedNodes }) => [...removedNodes].filter(isBlock))
        // What turns out to be a definition has a place until then, and nothing in it.
        expect(removed.filter((node) => node.textContent !== '')).toEqual([])
      }),
      sample(10),
    )
  })

  test(`nothing changes in a block that is not one of the last two (SEED=${seed})`, () => {
    fc.assert(
      fc.property(documents, (text) => {
        const { place, give } = mounted()
        const observer = new MutationObserver(() => {})
        observer.observe(place, { childList: true, characterData: true, subtree: true })
        for (const character of text) {
          const done = blocksIn(place).slice(0, -1)
          give(character)
          const changed = observer.takeRecords().map(({ target }) => target)
          expect(changed.filter((node) => done.some((block) => block.contains(node)))).toEqual([])
        }
      }),
      sample(10),
    )
  })
})
