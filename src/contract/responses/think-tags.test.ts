import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinkTags, withoutThoughts } from './think-tags.ts'

const seed = Number(process.env.SEED ?? 20261127)

/** What a text comes to that arrives in these pieces. */
function streamed(pieces: readonly string[]) {
  const tags = new ThinkTags()
  let [thought, answer] = ['', '']
  const before = () => answer
  const take = (split: ReturnType<ThinkTags['push']>, text: string) => {
    for (const piece of split ?? [{ kind: 'answer', text } as const]) {
      if (piece.kind === 'thought') thought += piece.text
      else if (piece.kind === 'answer') answer += piece.text
      else [thought, answer] = [(answer + piece.text).trim(), '']
    }
  }
  for (const text of pieces) take(tags.push(text, before), text)
  take(tags.flush(before), '')
  return { thought, answer }
}

const cutAt = (text: string, places: readonly number[]) => {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return cuts.slice(1).map((end, at) => text.slice(cuts[at], end))
}

const fence = '```'
test.each<[what: string, text: string, thought: string, answer: string]>([
  ['a pair of tags', '<think>\nHm.\n</think>\n\nHello! **How**?', 'Hm.', 'Hello! **How**?'],
  ['white space before the tag', ' \n<think>Hm.</think>Hello', 'Hm.', 'Hello'],
  ['a thought without an end', '<think>\nHm, I keep', 'Hm, I keep', ''],
  ['an empty thought', '<think>\n\n</think>\n\nHello', '', 'Hello'],
  ['a closing tag alone on its line', 'Hm.\n</think>\n\nHello', 'Hm.', 'Hello'],
  ['a closing tag at the end of a line', 'Hm, `x`.</think>\nHello', 'Hm, `x`.', 'Hello'],
  ['a closing tag at the beginning', '</think>\n\nHello', '', 'Hello'],
  ['a closing tag and nothing else', 'Hm.\n</think>', 'Hm.', ''],
  ['two thoughts', '<think>One</think>\n<think>Two</think>\nHello', 'One\n\nTwo', 'Hello'],
  [
    'a closing tag behind a fence',
    `${fence}\nx\n${fence}\nHm.\n</think>\nHello`,
    `${fence}\nx\n${fence}\nHm.`,
    'Hello',
  ],
  ['no tag', 'a < b\n', '', 'a < b\n'],
  ['white space', ' \n ', '', ' \n '],
  ['nothing', '', '', ''],
])('the thought and the answer of %s', (_, text, thought, answer) => {
  expect(withoutThoughts(text)).toEqual({ thought, answer })
})

test.each([
  'Models write <think>\nlike this\n</think>\nbefore they answer.',
  'The tag </think> ends it, and </think> again.',
  'Write `</think>`\nbehind it.',
  `Like so:\n${fence}html\n<think>\nHm.\n</think>\n${fence}\nDone.`,
  `${fence}\n</think>\n${fence}`,
  '    </think>\n',
  '`<think>`\nis a tag\n</think>\n',
  '<thinking>Hm.</thinking>',
  'Hello <thin',
  'Hello </',
])('tags in prose and code are part of the answer: %j', (text) => {
  expect(withoutThoughts(text)).toEqual({ thought: '', answer: text })
})

const bits = fc.constantFrom(
  '<think>',
  '</think>',
  '\n',
  'Hm',
  ' ',
  '`',
  `${fence}\n`,
  '<',
  '</',
  'think>',
  '    ',
  '\r\n',
  'x'.repeat(30),
)

test('any cutting of a text gives the same thought and answer, and loses no word', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 20 }), (parts, places) => {
      const text = parts.join('')
      const whole = withoutThoughts(text)
      expect(streamed(cutAt(text, places))).toEqual(whole)
      expect(streamed([...text])).toEqual(whole)
      const words = (given: string) => given.replaceAll(/[<>/\s]|think/g, '')
      expect(words(whole.thought + whole.answer)).toBe(words(text))
    }),
    { seed, numRuns: process.env.SOAK ? 20_000 : 1000 },
  )
})

test('a text without a tag is passed as it comes', () => {
  const tags = new ThinkTags()
  tags.push('Hello', () => '')
  expect(tags.push(' world', () => '')).toBeUndefined()
  expect(tags.push('\n    ', () => '')).toBeUndefined()
})

test('long white space is not held back', () => {
  const tags = new ThinkTags()
  let passed = 0
  for (let at = 0; at < 5000; at += 1) passed += tags.push('\n', () => '')?.length ?? 1
  expect(passed).toBeGreaterThan(3000)
})
