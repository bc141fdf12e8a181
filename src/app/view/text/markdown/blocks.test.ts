import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { wellFormed } from '../testing/documents.ts'
import { cutText, lengths, scrapText } from '../testing/scraps.ts'
import type { Block } from './block.ts'
import { Blocks } from './blocks.ts'
import type { Definition } from './links.ts'

const sample = { seed, numRuns: process.env.SOAK ? 50_000 : 500 }

function read(pieces: Iterable<string>, mayEnd = true) {
  const definitions: Definition[] = []
  const notes: string[] = []
  const blocks = new Blocks({
    define: (definition) => definitions.push(definition),
    note: ({ label }) => notes.push(label),
  })
  for (const piece of pieces) blocks.push(piece)
  if (mayEnd) blocks.end()
  return { root: blocks.root, definitions, notes, open: blocks.open, undecided: blocks.undecided.from(0) }
}

/** The kinds of blocks, one inside the other. */
function shape(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) => ('children' in block ? [block.kind, ...shape(block.children)] : block.kind))
}

describe('where the pieces of a text end makes no difference', () => {
  test(`to scraps of Markdown (SEED=${seed})`, () => {
    fc.assert(
      fc.property(scrapText, lengths, (text, pieces) => {
        expect(read(cutText(text, pieces))).toEqual(read([text]))
        expect(read(text)).toEqual(read([text]))
      }),
      sample,
    )
  })

  test(`to documents (SEED=${seed})`, () => {
    fc.assert(
      fc.property(wellFormed, lengths, (text, pieces) => {
        expect(read(cutText(text, pieces))).toEqual(read([text]))
      }),
      { ...sample, numRuns: Math.ceil(sample.numRuns / 5) },
    )
  })

  test(`to what is finished: a block that is not the last one of its container stays as it is (SEED=${seed})`, () => {
    fc.assert(
      fc.property(scrapText, (text) => {
        const { root } = read([text])
        const now = read([text.slice(0, text.length / 2)], false).root.children
        const finished = now.slice(0, -1)
        expect(root.children.slice(0, finished.length)).toEqual(finished)
      }),
      sample,
    )
  })
})

describe('a text that is not whole', () => {
  test('has an open leaf that grows', () => {
    const { root, open } = read(['# a\n\nb'], false)
    expect(open).toEqual({ kind: 'paragraph', text: 'b' })
    expect(root.children.at(-1)).toBe(open)
  })

  test('has a line that belongs to nothing yet, until it can be one thing only', () => {
    expect(read(['a\n--'], false)).toMatchObject({ undecided: '--', open: { text: 'a' } })
    expect(read(['a\n-- b'], false)).toMatchObject({ undecided: '', open: { text: 'a\n-- b' } })
    expect(read(['a\n--\n'], false)).toMatchObject({ undecided: '', open: undefined })
  })

  test('has no open leaf behind a blank line', () => {
    expect(read(['a\n\n'], false).open).toBeUndefined()
  })

  test('keeps a heading open to its line end', () => {
    expect(read(['# a #'], false).open).toEqual({ kind: 'heading', depth: 1, text: 'a #' })
    expect(read(['# a #\n'], false).root.children).toEqual([{ kind: 'heading', depth: 1, text: 'a' }])
  })

  test('may end between a carriage return and its line feed', () => {
    expect(read(['a\r', '\nb\r', '\r\nc']).root.children.map((block) => 'text' in block && block.text)).toEqual([
      'a\nb',
      'c',
    ])
  })

  test('may end inside a character', () => {
    const face = '😀'
    expect(read([face.charAt(0), face.charAt(1)]).root.children).toEqual([{ kind: 'paragraph', text: face }])
  })

  test('shows code without the mark that may end it', () => {
    for (let end = 1; end <= 4; end++) {
      expect(read(['```\na\n```\n'.slice(0, 6 + end)], false).root.children).toEqual([
        { kind: 'code', info: '', text: 'a' },
      ])
    }
    expect(read(['```\na\n``b'], false).root.children).toEqual([{ kind: 'code', info: '', text: 'a\n``b' }])
  })

  test('goes on with code behind a mark that has more than spaces behind it', () => {
    expect(read('```\n```\u00a0b\n').root.children).toEqual([{ kind: 'code', info: '', text: '```\u00a0b' }])
    expect(read('```\n``` \t\nb').root.children).toHaveLength(2)
  })

  test('leaves blank lines out of indented code until more of it comes', () => {
    expect(read(['    a\n\n\n'], false).open).toMatchObject({ text: 'a' })
    expect(read(['    a\n\n\n    b'], false).open).toMatchObject({ text: 'a\n\n\nb' })
  })
})

describe('definitions', () => {
  test('are told in the order in which they come, each once', () => {
    const { definitions } = read('[A]: <b> "c"\n[d]: e\n\n> [a]: f\n')
    expect(definitions).toEqual([
      { label: 'a', url: 'b', title: 'c' },
      { label: 'd', url: 'e', title: '' },
      { label: 'a', url: 'f', title: '' },
    ])
  })

  test('leave nothing where they stood', () => {
    expect(shape(read('[a]: b\n').root.children)).toEqual([])
    expect(read('[a]: b\nc').root.children).toEqual([{ kind: 'paragraph', text: 'c' }])
    expect(shape(read('[a]: b\n===\n').root.children)).toEqual(['paragraph'])
  })

  test('are none in code, and none that break into a paragraph', () => {
    expect(read('    [a]: b\n\nc\n[d]: e\n').definitions).toEqual([])
  })

  test('stand between two lists', () => {
    expect(shape(read('- a\n\n[b]: c\n\n- d').root.children)).toEqual([
      ['list', ['item', 'paragraph']],
      ['list', ['item', 'paragraph']],
    ])
  })

  test('of notes are told when they begin', () => {
    expect(read(['[^a]: b'], false).notes).toEqual(['^a'])
  })
})

describe('blocks inside blocks', () => {
  test('are as deep as they are written', () => {
    expect(shape(read('> - a\n>   1. b\n').root.children)).toEqual([
      ['quote', ['list', ['item', 'paragraph', ['list', ['item', 'paragraph']]]]],
    ])
  })

  test('end at 64: what would go deeper is text', () => {
    const depthOf = (blocks: readonly Block[]): number =>
      Math.max(0, ...blocks.map((block) => ('children' in block ? 1 + depthOf(block.children) : 0)))
    const { children } = read([`${'>'.repeat(10_000)} a`]).root
    expect(depthOf(children)).toBe(64)
    expect(JSON.stringify(children)).toContain('>>>> a')
    const lists = read([`${'- '.repeat(10_000)}a`]).root.children
    expect(depthOf(lists)).toBe(128)
  })

  test('make a list loose when they stand apart, whenever that is known', () => {
    const looseness = (text: string) => {
      const [list] = read([text], false).root.children
      return list?.kind === 'list' ? list.isLoose : undefined
    }
    expect(looseness('- a\n- b')).toBe(false)
    expect(looseness('- a\n\n')).toBe(false)
    expect(looseness('- a\n\n- b')).toBe(true)
    expect(looseness('- a\n\n  b')).toBe(true)
    expect(looseness('- a\n  > b\n  >\n  > c\n- d')).toBe(false)
    expect(looseness('- a\n\nb')).toBe(false)
  })

  test('keep the number a list begins with, and its sign', () => {
    const [list] = read('12) a').root.children
    expect(list).toMatchObject({ kind: 'list', start: 12, sign: ')' })
  })
})

test('a text may end twice, and empty pieces are none', () => {
  expect(read(['', 'a', '', '\n', '']).root.children).toEqual([{ kind: 'paragraph', text: 'a' }])
  const blocks = new Blocks({ define() {}, note() {} })
  blocks.push('- a')
  blocks.end()
  blocks.end()
  expect(shape(blocks.root.children)).toEqual([['list', ['item', 'paragraph']]])
})

test('a line of many words has its place as soon as it begins to arrive, however much comes at once', () => {
  const blocks = new Blocks({ define: () => {}, note: () => {} })
  blocks.push('some words '.repeat(1_000))
  expect(blocks.undecided).toHaveLength(0)
  expect(blocks.root.children).toMatchObject([{ kind: 'paragraph' }])
})

const maths = (text: string) => ({ kind: 'code', info: 'math', text })

test.each([
  [
    'dollars',
    'a\n$$\nx\n- y\n\n= z\n$$\nb',
    [{ kind: 'paragraph', text: 'a' }, maths('x\n- y\n\n= z'), { kind: 'paragraph', text: 'b' }],
  ],
  ['brackets', '\\[\nx $$ y\n\\]', [maths('x $$ y')]],
  ['an end after words', '$$\nx\ny $$\nb', [maths('x\ny '), { kind: 'paragraph', text: 'b' }]],
  ['no end', '$$\nx', [maths('x')]],
  ['marks and words on one line', '$$x$$\ny', [{ kind: 'paragraph', text: '$$x$$\ny' }]],
])('maths on lines of its own: %s', (_, text, blocks) => {
  expect(read([text]).root.children).toEqual(blocks)
  expect(read(text).root.children).toEqual(blocks)
})

test('maths on lines of its own ends with its item', () => {
  const { children } = read(['- a\n  $$\n  x\n  $$\n\n  - b\n    $$\n    y\n\nc']).root
  expect(shape(children)).toEqual([
    ['list', ['item', 'paragraph', 'code', ['list', ['item', 'paragraph', 'code']]]],
    'paragraph',
  ])
})
