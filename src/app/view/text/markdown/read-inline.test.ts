import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { scrapText } from '../testing/scraps.ts'
import type { Labels } from './brackets.ts'
import { type Inline, plainText } from './inline.ts'
import { readInline } from './read-inline.ts'

const sample = { seed, numRuns: process.env.SOAK ? 50_000 : 500 }

const noLabels: Labels = { target: () => undefined, note: () => undefined }
const labels: Labels = {
  target: (key) => (key === 'a' ? { url: 'https://a.test', title: 't' } : undefined),
  note: (key) => (key === '^n' ? 'known' : undefined),
}

const growing = (text: string) => readInline(text, labels, true).nodes
const whole = (text: string) => readInline(text, labels).nodes
const text = (words: string): Inline => ({ kind: 'text', text: words })

describe('while its text grows', () => {
  test.each<[string, Inline[]]>([
    ['**a', [{ kind: 'strong', children: [text('a')] }]],
    ['**a *b', [{ kind: 'strong', children: [text('a '), { kind: 'emphasis', children: [text('b')] }] }]],
    ['***a', [{ kind: 'emphasis', children: [{ kind: 'strong', children: [text('a')] }] }]],
    ['~~a', [{ kind: 'strike', children: [text('a')] }]],
    ['`a', [{ kind: 'code', text: 'a' }]],
    ['``a`', [{ kind: 'code', text: 'a' }]],
    ['a [b', [text('a ')]],
    ['a ![b', [text('a ')]],
    ['[b](https://a', [{ kind: 'link', url: undefined, title: '', children: [text('b')] }]],
    ['**', []],
    ['2 * 3', [text('2 * 3')]],
    ['a*b', [text('a*b')]],
  ])('%j is read as what it likely is', (source, nodes) => {
    expect(growing(source)).toEqual(nodes)
  })

  test('a bracket that waits for too long is text', () => {
    const words = 'word '.repeat(60)
    expect(plainText(growing(`a [${words}b`))).toBe(`a [${words}b`)
    expect(plainText(growing(`a \`${words}b`))).toBe(`a \`${words}b`)
  })

  test('of very many beginnings only some are taken for emphasis', () => {
    expect(plainText(growing('*a '.repeat(100)))).toContain('*a *a')
  })

  test(`all that is settled stays as it is, whatever follows (SEED=${seed})`, () => {
    const long = fc
      .tuple(scrapText, fc.constantFrom('words and words '.repeat(8)), scrapText)
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(long, scrapText, (before, after) => {
        const { nodes, settled } = readInline(before, labels, true)
        const all = readInline(before + after, labels).nodes
        const rest = readInline((before + after).slice(settled.at), labels).nodes
        expect(plainText([...nodes.slice(0, settled.count), ...rest])).toBe(plainText(all))
      }),
      sample,
    )
  })

  test(`so does text in Chinese, Japanese and Korean (SEED=${seed})`, () => {
    const scrap = fc.constantFrom(
      '*',
      '**',
      '~~',
      '_',
      '「',
      '」',
      '。',
      '（',
      '“',
      '”',
      '(',
      ')',
      '중',
      '字',
      'x',
      '2',
      ' ',
    )
    const pieces = (most: number) => fc.array(scrap, { maxLength: most }).map((all) => all.join(''))
    const long = fc.tuple(pieces(10), fc.constant('말과 글 '.repeat(20)), pieces(10)).map((parts) => parts.join(''))
    fc.assert(
      fc.property(long, pieces(12), (before, after) => {
        const { nodes, settled } = readInline(before, labels, true)
        const rest = readInline((before + after).slice(settled.at), labels).nodes
        const both = plainText([...nodes.slice(0, settled.count), ...rest])
        expect(both).toBe(plainText(readInline(before + after, labels).nodes))
      }),
      sample,
    )
  })

  test('a long text is settled but for its end', () => {
    const { settled } = readInline('some *words* and &amp; `code` '.repeat(100), noLabels, true)
    expect(settled.at).toBeGreaterThan(2_700)
  })

  test('nothing is settled behind a mark that is open', () => {
    const start = 'words '.repeat(30)
    expect(readInline(`${start}**${'words '.repeat(30)}`, noLabels, true).settled.at).toBeLessThanOrEqual(start.length)
  })
})

describe('labels', () => {
  test('that nothing defines are named, and their text stays', () => {
    const { nodes, unknown } = readInline('[x] [Y][Z] ![w] [^m] [a]', labels)
    expect([...unknown].sort()).toEqual(['^m', 'w', 'x', 'z'])
    expect(plainText(nodes)).toBe('[x] [Y][Z] ![w] [^m] a')
  })

  test('of notes that may still come are marks already', () => {
    const expecting: Labels = { target: () => undefined, note: () => 'expected' }
    const { nodes, unknown } = readInline('a[^m]', expecting)
    expect(nodes.at(-1)).toEqual({ kind: 'mark', label: '^m' })
    expect([...unknown]).toEqual(['^m'])
  })

  test('of notes that are known are marks, also in front of other brackets', () => {
    expect(whole('b[^n][c]')).toEqual([text('b'), { kind: 'mark', label: '^n' }, text('[c]')])
  })

  test('are followed by nothing but a second label', () => {
    expect(whole('[b][a]')).toMatchObject([{ kind: 'link', url: 'https://a.test', title: 't', children: [text('b')] }])
    expect(whole('[a][]')).toMatchObject([{ kind: 'link', children: [text('a')] }])
    expect(plainText(whole('[a](x y)'))).toBe('a(x y)')
  })
})

test('links do not nest, whatever they are made of', () => {
  for (const source of [
    '[a [b](c) d](e)',
    '[a https://b.test c](d)',
    '[a <https://b.test> c](d)',
    '[[a] b](c)',
    '[me@a.test](c)',
  ]) {
    const links = JSON.stringify(whole(source)).match(/"kind":"link"/g)
    expect(links, source).toHaveLength(1)
  }
})

test('an image is its words', () => {
  expect(whole('![a *b* `c` [d](e)](https://f.test "g")')).toMatchObject([
    { kind: 'image', alt: 'a b c d', url: 'https://f.test' },
  ])
})

test(`all that is written is shown, but for the marks (SEED=${seed})`, () => {
  const noWords = /[^a-z]+/g
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('one', 'two', '*', '**', '_', '~~', '`', '[', ']', '!', ' ', '\n')),
      (parts) => {
        const source = parts.join('')
        const shown = plainText(readInline(source, noLabels).nodes)
        expect(shown.replaceAll(noWords, '')).toBe(source.replaceAll(noWords, ''))
      },
    ),
    sample,
  )
})

describe('what would be slow for others', () => {
  const bombs = [
    '[',
    '![',
    '*a ',
    '**a',
    '_a_',
    '`',
    '<',
    '<a ',
    '&',
    '\\',
    '](',
    '[a](',
    '[a][',
    '~~a',
    'a@',
    'www.',
    'https://',
    '$',
    '<!--',
    '*a_ ',
  ]

  test.each(bombs)('40,000 characters of %j keep all that they say', (unit) => {
    const source = unit.repeat(40_000 / unit.length)
    const { nodes } = readInline(source, noLabels)
    expect(plainText(nodes).replaceAll(/[^a-z]/g, '').length).toBe(source.replaceAll(/[^a-z]/g, '').length)
  })

  test('emphasis inside emphasis ends at 64', () => {
    const depthOf = (nodes: readonly Inline[]): number =>
      Math.max(0, ...nodes.map((node) => ('children' in node ? 1 + depthOf(node.children) : 0)))
    const source = `${'*a '.repeat(500)}${' a*'.repeat(500)}`
    expect(depthOf(readInline(source, noLabels).nodes)).toBeLessThanOrEqual(64)
  })
})
