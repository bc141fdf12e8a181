import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { describe, expect, test } from 'vitest'
import { type Block, BlockScanner } from './block-scanner.ts'
import { parseBlock } from './parse-block.ts'

const seed = Number(process.env.SEED ?? 20261121)
const numRuns = process.env.SOAK ? 20_000 : 150

function blocksOf(...pieces: readonly string[]): Block[] {
  const scanner = new BlockScanner()
  return [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.end()]
}

const textsOf = (text: string) => blocksOf(text).map((block) => block.text)

const varied = `# A title

First paragraph
with two lines.
* interrupted by a list
* of two

  the second is loose

- another list
  1. nested
     \`\`\`js
     let a

     let b
     \`\`\`
lazy line
\`\`\`\`ts
const fence = \`\`\`

still inside
\`\`\`\`
> quoted
lazily
>
> - deeper

> another quote

| a | b |
|---|---|
| 1 | 2 |

<!-- a comment

that goes on -->
    indented code

    and more

Setext
======

[a]: https://a.test
[^n]: A note

    and its second paragraph

~~~
never closed

`

test('wherever the text is cut, the blocks are the same', () => {
  const whole = blocksOf(varied)
  for (let at = 0; at <= varied.length; at++) {
    expect(blocksOf(varied.slice(0, at), varied.slice(at)), `cut at ${at}`).toEqual(whole)
  }
  expect(blocksOf(...varied)).toEqual(whole)
})

test('the blocks joined are the text, with any line ending, and so is what is still open', () => {
  for (const ending of ['\n', '\r\n', '\r']) {
    const text = varied.replaceAll('\n', ending)
    const scanner = new BlockScanner()
    let frozen = ''
    for (const [at, character] of [...text].entries()) {
      frozen += scanner
        .push(character)
        .map((block) => block.text)
        .join('')
      expect(frozen + scanner.open).toBe(text.slice(0, at + 1))
    }
    expect(blocksOf(text).map((block) => block.kind)).toEqual(blocksOf(varied).map((block) => block.kind))
    expect(textsOf(text).join('')).toBe(text)
  }
})

describe('a block is one thing that stands at the top', () => {
  test.each([
    ['a heading is finished by its line', '# a\nb', ['# a\n', 'b']],
    ['a paragraph ends at a blank line', 'a\nb\n\nc', ['a\nb\n\n', 'c']],
    ['a paragraph ends where a list breaks into it', 'a\n- b', ['a\n', '- b']],
    ['a number other than 1 does not break into a paragraph', 'a\n2. b', ['a\n2. b']],
    ['a loose list stays whole', '- a\n\n- b\n\n  c\n\nd', ['- a\n\n- b\n\n  c\n\n', 'd']],
    ['another bullet is another list', '- a\n* b', ['- a\n', '* b']],
    ['a rule is no list', '- a\n- - -\nb', ['- a\n', '- - -\n', 'b']],
    ['a fence keeps its blank lines', '```\na\n\n\nb\n```\nc', ['```\na\n\n\nb\n```\n', 'c']],
    ['a fence in an item belongs to the item', '- ```\n  a\n\n  b\n  ```\nc', ['- ```\n  a\n\n  b\n  ```\n', 'c']],
    ['a shorter run does not close a fence', '````\n```\n\na', ['````\n```\n\na']],
    ['a quote goes on lazily and ends at a blank line', '> a\nb\n\n> c', ['> a\nb\n\n', '> c']],
    ['a table goes on until a blank line', '|a|\n|-|\nb\n\nc', ['|a|\n|-|\nb\n\n', 'c']],
    ['a comment keeps its blank lines', '<!-- a\n\nb -->\nc', ['<!-- a\n\nb -->\n', 'c']],
    ['an HTML element keeps a fence mark', '<div>\n```\n</div>\n\na', ['<div>\n```\n</div>\n\n', 'a']],
    ['indented code goes on after a blank line', '    a\n\n    b\nc', ['    a\n\n    b\n', 'c']],
    ['a footnote keeps what is indented', '[^a]: b\n\n    c\n\nd', ['[^a]: b\n\n    c\n\n', 'd']],
    ['an item that begins with two blank lines has no content', '-\n\n  a', ['-\n\n', '  a']],
    ['blank lines stand before the next block', '\n\n# a\n\n\nb', ['\n\n# a\n', '\n\nb']],
    ['a tab counts to the next stop', '-\ta\n\n\tb\n\nc', ['-\ta\n\n\tb\n\n', 'c']],
  ])('%s', (_, text, blocks) => {
    expect(textsOf(text)).toEqual(blocks)
  })

  test('only a fence at the top is a fence, and containers are counted', () => {
    expect(blocksOf('```\na\n```\n- > ```\n  > a\n')).toEqual([
      { kind: 'fence', text: '```\na\n```\n', depth: 0 },
      { kind: 'text', text: '- > ```\n  > a\n', depth: 2 },
    ])
    expect(blocksOf('>'.repeat(5_000))[0]?.depth).toBeGreaterThan(32)
  })
})

test('blocks read one by one mean what the whole text means', { timeout: 120_000 }, () => {
  const line = fc.tuple(
    fc.constantFrom('', '', '', '', ' ', '  ', '   ', '> ', '> ', '- ', '* ', '1. ', '  - ', '   > ', '- > '),
    fc.constantFrom(
      ...['', '', '', 'a', 'b *c*', '```', '```js', '~~~', '````', '# h', '---', '***', '| a | b |', '|-|-|', 'x | y'],
      ...['<!-- x', '-->', '<div>', '</div>', '1. one', '- i', '`', '>', 'two\\'],
    ),
  )
  const texts = fc
    .array(
      line.map((parts) => parts.join('')),
      { maxLength: 8 },
    )
    .map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(texts, (text) => {
      const parts = textsOf(text).flatMap((block) => parseBlock(block, []).nodes.map(shapeOf))
      expect(parts).toEqual(parseBlock(text, []).nodes.map(shapeOf))
    }),
    { seed, numRuns },
  )
})

/** A tree without places; the line ending behind an HTML block that the text ends in is not part of its meaning. */
function shapeOf(node: Nodes): unknown {
  const value = 'value' in node ? node.value.trimEnd() : ''
  return [node.type, value, 'children' in node ? node.children.map(shapeOf) : []]
}
