import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { blockQuote, inlineCode } from './quoting.ts'

const blocks = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children.map(({ type }) => type)

const markdown = fc
  .array(
    fc.constantFrom('```', '`', '|', '\n', '\r', '# ', '- ', '> ', 'word', ' ', '**', '<b>', '[x](y)', '\\', '~~~'),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

test(`a quote holds whatever is quoted, and what follows stands outside it (SEED=${seed})`, () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(blocks(`Before\n\n${blockQuote(text)}\n\n# After`)).toEqual(['paragraph', 'blockquote', 'heading'])
    }),
    { seed, numRuns: 300 },
  )
})

test(`inline code keeps a table whole (SEED=${seed})`, () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const table = `| a | b |\n| - | - |\n| ${inlineCode(text)} | after |`
      const [node, ...more] = fromMarkdown(table, {
        extensions: [gfm()],
        mdastExtensions: [gfmFromMarkdown()],
      }).children
      expect(more).toEqual([])
      const rows = node?.type === 'table' ? node.children : []
      expect(rows.map((row) => row.children.length)).toEqual([2, 2])
      expect(rows[1]?.children[1]?.children).toMatchObject([{ type: 'text', value: 'after' }])
    }),
    { seed, numRuns: 300 },
  )
})

test('long texts are cut, and say so', () => {
  expect(blockQuote('x'.repeat(700))).toBe(`> ${'x'.repeat(600)}…`)
  expect(inlineCode('🌊'.repeat(90))).toBe(`\`${'🌊'.repeat(80)}…\``)
})
