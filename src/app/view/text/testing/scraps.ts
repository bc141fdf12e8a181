import fc from 'fast-check'

const scraps = [
  ...[
    '*',
    '**',
    '_',
    '~',
    '~~',
    '`',
    '``',
    '```',
    '~~~',
    '[',
    ']',
    '](',
    '!',
    '![',
    '\\',
    '&',
    '<',
    '>',
    '@',
    '|',
    '#',
    '-',
    '=',
    ':',
    '$$',
    '\\[',
    '\\]',
  ],
  ...['\n$$\n', '\n', '\n', '\n', '\n\n', '  \n', '\\\n', '\r', '\r\n', ' ', ' ', '    ', '\t'],
  ...[
    '- ',
    '+ ',
    '* ',
    '1. ',
    '2) ',
    '> ',
    '# ',
    '## ',
    '- [ ] ',
    '- [x] ',
    '  - ',
    '---\n',
    '===\n',
    '```js\n',
    '~~~\n',
  ],
  ...['| a |\n|-|\n', '| a | b |\n', '|-|:-:|\n', '\\|', '|-|'],
  ...['[a]: https://a.test\n', '[a]', '[b][a]', '[^n]', '[^n]: ', '](https://a.test "t")', '![a](https://a.test)'],
  ...[
    '<b>',
    '</b>',
    '<div>\n',
    '<!--',
    '-->',
    '<https://a.test>',
    'https://a.test',
    'www.a.test',
    'me@a.test',
    '&amp;',
    '&#38;',
  ],
  ...['word', 'word', 'two words', 'a', 'é', '漢', '👩‍👩‍👧', '\u00a0', '\0'],
]

/** Markdown as nobody writes it: all that could mean something, in any order. */
export const scrapText = fc
  .array(fc.constantFrom(...scraps), { maxLength: 40, size: 'max' })
  .map((parts) => parts.join(''))

/** The text in pieces of these lengths, and what is left in one. */
export function cutText(text: string, lengths: readonly number[]): string[] {
  let from = 0
  const pieces = lengths.map((length) => {
    const piece = text.slice(from, from + length)
    from += length
    return piece
  })
  return [...pieces, text.slice(from)]
}

/** Lengths of pieces, from none to more than a line. */
export const lengths = fc.array(fc.nat({ max: 12 }), { maxLength: 60, size: 'max' })
