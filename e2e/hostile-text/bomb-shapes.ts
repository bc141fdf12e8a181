/**
 * Texts made to keep a renderer busy, each of about the length that is asked for. What a reader must be able to read in them are the
 * words `w0`, `w1`, …; they stand where no reading of Markdown hides them.
 */
export const bombShapes: Readonly<Record<string, (length: number) => string>> = {
  'nested quotes': (length) => `w0\n\n${'>'.repeat(length)} w1\n\nw2`,
  'deeper quotes': (length) => deeper(length, (depth) => `${'>'.repeat(depth)} w${depth}\n`),
  'nested lists': (length) => `w0\n\n${filled(length, '- ')}w1\n\nw2`,
  'deeper lists': (length) => deeper(length, (depth) => `${'  '.repeat(depth)}- w${depth}\n`),
  'quotes and lists in turn': (length) => `w0\n\n${filled(length, '> - 1. ')}w1\n\nw2`,
  'open brackets': (length) => `${'['.repeat(length)}w1`,
  'nested brackets': (length) => `${'['.repeat(length / 2)}w1${']'.repeat(length / 2)}`,
  'half links': (length) => counted(length, (at) => `[w${at}](`),
  'half images': (length) => counted(length, (at) => `![w${at}](<`),
  'half titles': (length) => counted(length, (at) => `[w${at}](a "`),
  'links in links': (length) => `${counted(length / 2, (at) => `[w${at} `)}${filled(length / 2, '](a) ')}`,
  'mixed emphasis': (length) => counted(length, (at) => `*w${at} **b _c __d ~~e `),
  'runs of stars': (length) => `${'*'.repeat(length / 2)}w1${'*'.repeat(length / 2)}`,
  'emphasis that never closes': (length) => counted(length, (at) => `w${at}** *b_ ***c*`),
  'longer runs of backticks': (length) => deeper(length, (count) => `${'`'.repeat(count)}w${count} `),
  'table rows': (length) => `| a | b |\n| - | - |\n${counted(length, (at) => `| w${at} | b |\n`)}`,
  'a wide table': wideTable,
  references: (length) =>
    `${counted(length / 2, (at) => `[w${at}][a${at % 99}] `)}\n\n${counted(length / 2, (at) => `[a${at}]: https://ok.test\n`)}`,
  'undefined references': (length) => counted(length, (at) => `[w${at}][b] [c]`),
  footnotes: (length) =>
    `${counted(length / 2, (at) => `a[^n${at}] `)}\n\n${counted(length / 2, (at) => `[^n${at}]: w${at}\n`)}`,
  'half HTML': (length) => counted(length, (at) => `<w${at} a="<!-- <![CDATA[ <? </`),
  'half addresses': (length) => counted(length, (at) => `w${at} www.a.((&amp http://a@b.c@d. `),
  'references of signs': (length) => counted(length, (at) => `&amp;w${at} &#x110000;&notit;&`),
  backslashes: (length) => counted(length, (at) => `\\\\\\"w${at}\\n\\\\`),
  'an open fence': (length) => `\`\`\`js\n${counted(length, (at) => `const w${at} = "/* \${a}";\n`)}`,
  'a long list': (length) => counted(length, (at) => `- w${at}\n`),
  headings: (length) => counted(length, (at) => `w${at}\n=\n# b #\n***\n`),
  'blank lines': (length) => `w0${filled(length, '\n \n\t')}w1`,
  'one word': (length) => `w0 ${'a'.repeat(length)} w1`,
  'one paragraph': (length) => counted(length, (at) => `some text w${at} and `),
  'combining marks': (length) => counted(length, (at) => `w${at} a${'\u0301'.repeat(40)} `),
  directions: (length) => counted(length, (at) => `\u202e\u2067w${at} \u05d0 `),
}

/** Paragraphs as people write them: what a bomb of the same length is compared with. */
export const prose = (length: number): string =>
  counted(length, (at) => (at % 40 === 39 ? `ends here w${at}.\n\n` : `some plain text w${at} `))

/** Every word that must be readable, in no order. */
export const wordsIn = (text: string): string[] => (text.match(/w\d+/g) ?? []).sort()

function counted(length: number, piece: (at: number) => string): string {
  const pieces: string[] = []
  for (let [at, sum] = [0, 0]; sum < length; at += 1) {
    pieces.push(piece(at))
    sum += pieces.at(-1)?.length ?? 0
  }
  return pieces.join('')
}

const filled = (length: number, piece: string): string => piece.repeat(Math.ceil(length / piece.length))

/** Each piece is deeper than the one before, so that the depth grows with the square root of the length. */
const deeper = (length: number, piece: (depth: number) => string): string => counted(length, (at) => piece(at + 1))

function wideTable(length: number): string {
  const columns = Math.ceil(length / 16)
  const row = (cell: (at: number) => string) => `|${Array.from({ length: columns }, (_, at) => cell(at)).join('|')}|\n`
  return row((at) => `w${at}`) + row(() => '-') + row((at) => `w${at}`)
}
