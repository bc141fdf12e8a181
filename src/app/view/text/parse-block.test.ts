import { expect, test } from 'vitest'
import { parseBlock } from './parse-block.ts'

test('a reference is read when another block defines its label', () => {
  expect(JSON.stringify(parseBlock('[a]', []).nodes)).not.toContain('linkReference')
  expect(JSON.stringify(parseBlock('[A]', ['a']).nodes)).toContain('linkReference')
  expect(JSON.stringify(parseBlock('x[^n]', ['^n']).nodes)).toContain('footnoteReference')
})

test('what is known leaves no trace of its own, whatever the block starts with', () => {
  for (const text of ['    indented [a]', '- item [a]', '[a]', '> quote [a]']) {
    const plain = parseBlock(text, []).nodes
    const known = parseBlock(text, ['^n', 'a']).nodes
    expect(known.map((node) => node.type)).toEqual(plain.map((node) => node.type))
  }
  expect(parseBlock('text', ['a', '^n']).targets).toEqual([])
})

test('definitions are found wherever they stand', () => {
  const { targets, notes } = parseBlock('> [A  b]: https://a.test "T"\n\n[^N]: note\n', [])
  expect(targets).toEqual([['a b', { url: 'https://a.test', title: 'T' }]])
  expect(notes.map(([label]) => label)).toEqual(['^n'])
})
