import fc from 'fast-check'

/** Words that hold marks which mean nothing where they stand. */
const odd = [
  'snake_case_name',
  '2 * 3',
  'C++',
  'a < b',
  'R&D',
  'AT&amp;T',
  '&mdash;',
  '50%',
  '#1',
  'e.g.',
  '(so)',
  '"quoted"',
  '~5',
  '~/bin',
  'x[0]',
  'f(x)',
  'wow!',
  'a:b',
  '\\*starred\\*',
  '\\[no link\\]',
  '<b>bold</b>',
  'https://a.test/x_y?z=1',
  'www.a.test.',
  'me.too@a.test',
  '<https://a.test/b>',
  '`code`',
  '`` a ` b ``',
  '`*not*`',
  'naïve',
  '漢字',
  '👩‍👩‍👧',
  '[words](https://a.test)',
  '[words *of* it](https://a.test/b_c "a title")',
  '[ok.test](https://other.test)',
  '[known]',
  '[words][known]',
  '![a *cat*](https://a.test/cat.png)',
  'said[^note]',
  '[x] done',
  '[words](<https://a.test/x y> \'a "title"\')',
  '[words](https://a.test/x_(y) (title))',
  '[words](/not/whole)',
  '&#38;',
  '&#x26;amp;',
  '"*quoted*"',
  '(**so**)',
  '**Note:**',
  '**bold**: more',
  '*a **b***',
  '[![alt](https://a.test/i.png)](https://b.test)',
  'a ] b',
  'said[^note][^note]',
  '<!-- a comment -->',
  '2 < 3 > 1',
  '$x_i$ and $y_j$',
  'https://a.test/(b)_c.',
  '_snake_',
  'a\\b',
  '*`code` and*',
  '**[words](https://a.test) more**',
  '*Genesis 1:2*.',
  '[a `]` b](https://a.test)',
  'known]',
  '[known][]',
  '[a [nested] b](https://a.test)',
  '|',
]
const plain = ['one', 'two', 'three', 'Four', 'five5', 'six,', 'the', 'quick']
const marks = ['*', '**', '_', '__', '***', '~~', '**_', '*__'] as const

const word = fc.constantFrom(...plain)
const piece = fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: fc.constantFrom(...odd), weight: 2 })

const { inline } = fc.letrec<{ inline: string; marked: string }>((tie) => ({
  inline: fc.oneof({ maxDepth: 3 }, { arbitrary: piece, weight: 3 }, { arbitrary: tie('marked'), weight: 1 }),
  marked: fc
    .tuple(fc.constantFrom(...marks), word, fc.array(tie('inline'), { maxLength: 2 }), word)
    .map(([mark, first, inner, last]) => `${mark}${[first, ...inner, last].join(' ')}${[...mark].reverse().join('')}`),
}))

/** What a line may begin with, although it could be something else. */
const oddStarts = [
  '**Bold**',
  '*it* is',
  '`code` is',
  '[words](https://a.test) is',
  'https://a.test is',
  '**[a](https://a.test)**:',
  '[known] is',
  '![a *cat*](https://a.test/cat.png)',
  '2024 was',
  '~~not~~',
  '"so"',
  '&amp;',
  '\\- no list',
  '[x] is',
  '1',
  '(a)',
  '_a_,',
  '++',
]
const start = fc.oneof({ arbitrary: word, weight: 3 }, fc.constantFrom(...oddStarts))
const line = fc.tuple(start, fc.array(inline, { maxLength: 4 })).map(([first, rest]) => [first, ...rest].join(' '))
const lineEnd = fc.constantFrom('\n', '\n', '  \n', '\\\n', '\n  ')
const paragraph = fc
  .tuple(line, fc.array(fc.tuple(lineEnd, line), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.flat().join(''))

const heading = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text} ##`),
)
const underlined = fc.tuple(line, fc.constantFrom('=', '---')).map(([text, mark]) => `${text}\n${mark}`)

const codeLine = fc.constantFrom(
  'let a = 1',
  '',
  '  indented',
  '# no heading',
  '- no list',
  '**no**',
  '| a | b |',
  '``',
  '<b>',
)
const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.constantFrom('', 'js', 'py title="a"'),
    fc.array(codeLine, { maxLength: 4 }),
  )
  .map(([mark, info, lines]) => [mark + info, ...lines, mark].join('\n'))
const indented = fc.constantFrom('    let a\n\n      b', '    *no*')

const cell = fc.oneof(
  line,
  word,
  fc.constantFrom('a \\| b', '`a \\| b`', '**bold**', '*two words*', '1', '-1', ':)', '[words](https://a.test)', ''),
)
const withoutPipes = (source: string) => source.replaceAll(/(?<!\\)\|/g, '\\|')
const table = fc
  .integer({ min: 1, max: 3 })
  .chain((width) => {
    const row = fc
      .array(cell, { minLength: width, maxLength: width })
      .map((cells) => `| ${cells.map(withoutPipes).join(' | ')} |`)
    const marks = fc
      .array(fc.constantFrom('---', ':--', '--:', ':-:', '-'), { minLength: width, maxLength: width })
      .map((cells) => `|${cells.join('|')}|`)
    return fc.tuple(row, marks, fc.array(row, { maxLength: 3 }))
  })
  .map(([head, marks, rows]) => [head, marks, ...rows].join('\n'))

const html = fc.constantFrom('<div>\n*no*\n</div>', '<!-- a\n\nb -->', 'text\n<br>\nmore')
const lines = (parts: readonly string[]) => parts.join('\n')

const { block } = fc.letrec<{ block: string; list: string; quote: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: paragraph, weight: 4 },
    { arbitrary: heading, weight: 2 },
    { arbitrary: table, weight: 2 },
    { arbitrary: fence, weight: 1 },
    { arbitrary: fc.constantFrom('---', '***', '_ _ _'), weight: 1 },
    { arbitrary: tie('list'), weight: 2 },
    { arbitrary: tie('quote'), weight: 1 },
    {
      arbitrary: fc.tuple(paragraph, fc.oneof(heading, fence, tie('list'), tie('quote'), table)).map(lines),
      weight: 2,
    },
    { arbitrary: fc.tuple(heading, paragraph).map(lines), weight: 1 },
    { arbitrary: html, weight: 1 },
  ),
  list: fc
    .tuple(
      fc.constantFrom('-', '*', '+', '1.', '7)'),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom('', '', '[ ] ', '[x] '), paragraph, fc.option(tie('block'))), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([mark, isLoose, items]) =>
      items
        .map(([task, text, inner]) => {
          const content = [task + text, ...(inner === null ? [] : [inner])].join('\n\n')
          return `${mark} ${content.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length + 1)}`)}`
        })
        .join(isLoose ? '\n\n' : '\n'),
    ),
  quote: fc
    .array(tie('block'), { minLength: 1, maxLength: 2 })
    .map((blocks) => `> ${blocks.join('\n\n').replaceAll('\n', '\n> ')}`),
}))

/** Documents as people and models write them: whatever begins a mark ends it, and what is referred to is defined before. */
export const wellFormed = fc
  .array(fc.oneof({ arbitrary: block, weight: 9 }, underlined, indented), { minLength: 1, maxLength: 5 })
  .map((blocks) => {
    const note = '[^note]: A note *with* words.\n\n    And more of it.'
    return ['[known]: https://known.test/a "title"', 'Said[^note].', ...blocks, note].join('\n\n')
  })
