import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { randomOf } from '../seeded-random.ts'
import { estimateTokens } from '../text/tokens.ts'
import { documentOf, tokensAskedFor } from './document.ts'
import { prosesFrom } from './prose.ts'
import { topics } from './topics.ts'

const written = (tokens: number, seed = 'seed') => [...documentOf(tokens, seed)].join('')

function nodesOf(text: string): Nodes[] {
  const all: Nodes[] = []
  const visit = (node: Nodes) => {
    all.push(node)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  return all
}

describe('the length asked for', () => {
  test.each([
    ['Write a document. tokens: 500', 500],
    ['Tokens:1_000 please', 1000],
    ['tokens: 12,000, with tables', 12_000],
    ['max_output_tokens: 40', undefined],
    ['tokens please', undefined],
    ['tokens: 1', 20],
    ['tokens: 999999999999999999999', 1_000_000],
    ['tokens: ,', undefined],
    ['tokens: 2k', 2000],
    ['tokens: 2.5K, please', 2500],
    ['tokens: 2kg of apples', 20],
    ['tokens: 5 000', 5000],
    ['tokens: 5,000', 5000],
    ['tokens: 5_000.', 5000],
    ['tokens: 300. 400 words', 300],
    ['TOKENS : 300', 300],
    ['tokens=300', 300],
  ])('%s → %s', (prompt, tokens) => {
    expect(tokensAskedFor(prompt)).toBe(tokens)
  })
})

test.each([20, 21, 35, 50, 51, 77, 100, 128, 250, 999, 1000, 2048, 10_000, 100_000, 200_000])(
  'a document of %i tokens has that many, within two in a hundred',
  (tokens) => {
    for (const seed of tokens > 50_000 ? ['a'] : ['a', 'b', 'c', 'd', 'e']) {
      const text = written(tokens, seed)
      expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(tokens * 0.02)
      expect(text.startsWith('*Sandbox: synthetic output.*')).toBe(true)
    }
  },
)

test('the same seed writes the same, another seed another document', () => {
  expect(written(500)).toBe(written(500))
  expect(written(500, 'other')).not.toBe(written(500))
})

test('a document is written block by block', () => {
  const blocks = documentOf(1_000_000, 'seed')
  const first = Array.from({ length: 50 }, () => blocks.next().value ?? '')
  expect(first.join('').length).toBeLessThan(50_000)
})

test('a document of 4,000 tokens is rich', () => {
  const text = written(4000)
  const nodes = nodesOf(text)
  const kinds = new Set(nodes.map(({ type }) => type))
  for (const kind of ['heading', 'table', 'blockquote', 'list', 'code', 'link', 'strong', 'emphasis', 'inlineCode']) {
    expect(kinds).toContain(kind)
  }
  expect(new Set(nodes.flatMap((node) => (node.type === 'code' ? (node.lang ?? []) : []))).size).toBe(3)
  for (const script of ['Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Hangul', 'Devanagari']) {
    expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
  }
  expect(written(8000)).toMatch(/\p{Extended_Pictographic}/u)
  expect(written(8000)).toMatch(/- \[x\]/)
})

test('no Markdown is left over as plain text', () => {
  const withoutMaths = written(30_000).replace(/\$\$[^$]+\$\$|\$\w\$/g, '')
  const plain = nodesOf(withoutMaths).flatMap((node) => (node.type === 'text' ? [node.value] : []))
  expect(plain.filter((text) => /[*`{}|]|~~|\]\(|undefined/.test(text))).toEqual([])
  expect(written(30_000)).not.toMatch(/\ba [aeio]/)
})

test('a document does not repeat itself soon', () => {
  const paragraphs = written(3000)
    .split('\n\n')
    .filter((block) => block.length > 80)
  expect(new Set(paragraphs).size).toBe(paragraphs.length)
})

test('a document begins with what its prompt asks for, and another prompt may get anything', () => {
  const title = (prompt: string) => /^# (.*)$/m.exec([...documentOf(500, 'seed', prompt)].join(''))?.[1]
  expect(title('tokens: 500, about fallbacks and rate limits')).toBe('When something goes wrong')
  expect(title('How is an answer streamed? tokens: 500')).toBe('How an answer arrives')
  expect(title('Write about penguins. tokens: 500')).toBe(title('tokens: 500'))
})

test('no figure or noun is put into a sentence at random: each sentence is one of a topic', () => {
  const known = new Set(topics.flatMap(({ sentences }) => sentences))
  const prose = prosesFrom(randomOf('seed'))
  for (const { sentence } of Array.from({ length: 12 }, () => prose.next().value))
    for (let count = 0; count < 30; count += 1) expect(known).toContain(sentence())
})
