import { expect, test } from 'vitest'
import { BlockScanner } from './block-scanner.ts'
import { isTooHeavy } from './too-heavy.ts'

const lengths = [20_000, 100_000]

/** Texts whose reading grows with the square of their length, or whose tree is as deep as they are long. */
const bombs = {
  'nested quotes': '>',
  'nested quotes with spaces': '> ',
  'open brackets': '[',
  'closed brackets': ']',
  'brackets in pairs': '[]',
  'half links': '[a](b',
  'half images': '![',
  'mixed emphasis': '*_',
  'emphasis in words': 'a**b_c*',
  'open emphasis': '*a **b ',
  'mixed nested lists': '+ - * ',
  'nested numbers': '1. ',
  'lists in quotes': '>- ',
  'nested footnotes': '[^a]: ',
  'footnote marks': '[^a]',
  backslashes: '\\',
  backticks: '`a ``b ',
  tildes: '~a ',
  entities: '&a;',
  tags: '<a ',
  addresses: 'a@b.c ',
  hosts: 'www.a ',
  'rows of a table': '|a|b|\n',
  'lines in an item': '- a\nb\n',
}

test.each(Object.entries(bombs))('%s are shown as they are', (_, unit) => {
  for (const length of lengths) {
    const scanner = new BlockScanner()
    const blocks = [...scanner.push(unit.repeat(length / unit.length)), ...scanner.end()]
    for (const block of blocks) expect(isTooHeavy(block)).toBe(true)
  }
})

test('what people and models write is not too heavy', () => {
  const list = '- **Item**: something `code` and [a link](https://a.test)\n'.repeat(300)
  const table = '| a | **b** | `c` |\n'.repeat(400)
  const paragraph = 'The quick **brown** fox, and [a link](https://a.test/b) with `code` in it. '.repeat(100)
  for (const text of [list, table, paragraph]) expect(isTooHeavy({ text, depth: 4 })).toBe(false)
})
