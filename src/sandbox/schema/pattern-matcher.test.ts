import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fuel, TooLarge } from './basis.ts'
import { parsePattern } from './parse-pattern.ts'
import { isFound } from './pattern-matcher.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
const runs = process.env.SOAK ? 50_000 : 2000

function found(pattern: string, text: string): boolean {
  const node = parsePattern(pattern)
  if (!node) throw new Error(`cannot read ${pattern}`)
  return isFound(node, text, new Fuel())
}

test.each<[string, string[]]>([
  ['^(a|b)+c*$', ['ab', 'abcc', 'c', 'abca', '']],
  ['a.c', ['abc', 'xabcx', 'a\nc', 'a🌊c', 'ac']],
  ['^\\d{2,3}(?:-\\w+)?$', ['12', '123-x_9', '1', '1234', '12-']],
  ['\\bcat\\b', ['a cat', 'concat', 'cat']],
  ['\\Bcat', ['concat', 'cat']],
  ['^(?=.*\\d)(?!.*x)[^\\s]{3,}$', ['ab1', 'abx1', 'abc', 'a 1b']],
  ['(?<=\\$\\d*)5$', ['$5', '$125', '5', '$1x5']],
  ['(?<!a|bb)c', ['c', 'ac', 'abbc', 'abc', 'bc']],
  ['^(?<=^)a(?<=a(?=b))b$', ['ab', 'b']],
  ['^\\p{Lu}\\P{Lu}+$', ['Åse', 'ÅSE', 'Ж1']],
  ['^[\\u{1F30A}-\\u{1F30F}\\-\\]a-c^]+$', ['🌊', 'a-]^', 'd']],
  ['^\\ud83c\\udf0a$', ['🌊', '🌋']],
  ['^[^a-z]$', ['A', 'a', '🌊', '\n', '']],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', ['a.b+c@d-e.example', '@d.e', 'a@b']],
  ['(?<year>\\d{4})-\\cJ?\\x41\\u0042\\t', ['2026-AB\t', '2026-\nAB\t', '2026-']],
  ['^(?:a?){3}b{2,}?$|^$', ['aaabb', 'aaaabb', 'bb', 'b', '']],
  ['^(?:\\b){3}a', ['a', ' a']],
  ['', ['', 'x']],
])('%s is found where the engine finds it', (pattern, texts) => {
  for (const text of texts) expect([text, found(pattern, text)]).toEqual([text, new RegExp(pattern, 'u').test(text)])
})

const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\W', '^', '$', '\\b', '\\B', ''),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '{0}', '*?', '+?'))
      .map(([a, times]) => `(${a})${times}`),
    fc.tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('pattern')).map(([mark, a]) => `(${mark}${a})`),
  ),
}))

test(`any pattern is found where the engine finds it (SEED=${seed})`, () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '-', 'é'), { maxLength: 7 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyPattern, texts, (pattern, text) => {
      expect(found(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
    }),
    { seed, numRuns: runs },
  )
}, 300_000)

test.each([
  ['^(a+)+$', `${'a'.repeat(5000)}!`],
  ['^(a|a)*$', `${'a'.repeat(5000)}!`],
  ['^(\\w+\\s?)*$', `${'word '.repeat(1000)}!`],
  ['(x+x+)+y', 'x'.repeat(5000)],
  ['^(?:.*,){20}P', ','.repeat(1000)],
])('%s, which an engine loses itself in, is judged', (pattern, text) => {
  expect(found(pattern, text)).toBe(false)
})

test.each([
  ['^((a{900}){900}){900}b$', 'a'.repeat(2000)],
  ['((?=.*x)a|(?<=.*y)b)*$', 'ab'.repeat(5000)],
])('%s, which takes too many steps, is refused and not judged', (pattern, text) => {
  expect(() => found(pattern, text)).toThrow(TooLarge)
})

test.each([
  '(',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '[]',
  'a{2,1}',
  '(?i:a)',
  'x{',
  `${'('.repeat(500)}${')'.repeat(500)}`,
  'a'.repeat(5000),
])('%s cannot be read', (pattern) => {
  expect(parsePattern(pattern)).toBeUndefined()
})
