import { describe, expect, test } from 'vitest'
import { autolinkAt, mailAround, nextAutolink } from './autolinks.ts'

/** The first bare address in a text, as it is shown. */
function first(text: string): string | undefined {
  const at = nextAutolink(text, 0)
  return at < text.length ? autolinkAt(text, at).text : undefined
}

describe('a bare address', () => {
  test.each([
    ['see https://a.test/b now', 'https://a.test/b'],
    ['HTTP://A.test', 'HTTP://A.test'],
    ['(www.a.test)', 'www.a.test'],
    ['*www.a.test*', 'www.a.test'],
    ['_https://a.test/b_', 'https://a.test/b'],
    ['https://a.test/b.', 'https://a.test/b'],
    ['https://a.test/b...?!', 'https://a.test/b'],
    ['https://a.test/(b)', 'https://a.test/(b)'],
    ['https://a.test/(b))', 'https://a.test/(b)'],
    ['https://a.test/(b)).', 'https://a.test/(b)'],
    ['https://a.test/b&copy;', 'https://a.test/b'],
    ['https://a.test/b;', 'https://a.test/b'],
    ['https://a.test/b&c;d', 'https://a.test/b&c;d'],
    ['https://a.test<b', 'https://a.test'],
    ['https://ä.test', 'https://ä.test'],
    ['https://a_b.c.test', 'https://a_b.c.test'],
    ['https://localhost:8080/a', 'https://localhost:8080/a'],
    ['1https://a.test', 'https://a.test'],
    ['xwww.a.test https://b.test', 'https://b.test'],
  ])('in %j is %j', (text, expected) => {
    expect(first(text)).toBe(expected)
  })

  test.each([
    'xhttps://a.test',
    'xwww.a.test',
    'https://',
    'www.',
    'https://a.b_c',
    'https://a_b',
    'ftp://a.test',
    'https:/a',
  ])('is not in %j', (text) => {
    expect(first(text)).toBeUndefined()
  })

  test('that begins with www. leads to plain HTTP', () => {
    expect(autolinkAt('www.a.test', 0)).toEqual({ url: 'http://www.a.test', text: 'www.a.test', end: 10 })
  })

  test('with very many parentheses is cut all the same', () => {
    const text = `https://a.test/${'('.repeat(5_000)}${')'.repeat(9_000)}`
    expect(first(text)).toHaveLength(15 + 10_000)
  })
})

describe('a mail address', () => {
  const mail = (text: string) => {
    const at = text.indexOf('@')
    const found = mailAround(text.slice(0, at), text, at)
    return found && found.local + text.slice(at, found.end)
  }

  test.each([
    ['me@a.test', 'me@a.test'],
    ['to me.too+x_y-z@a-b.c.test, ok', 'me.too+x_y-z@a-b.c.test'],
    ['me@a.test.', 'me@a.test'],
    ['"me@a.test"', 'me@a.test'],
  ])('in %j is %j', (text, expected) => {
    expect(mail(text)).toBe(expected)
  })

  test.each(['@a.test', ' @a.test', 'me@', 'me@a', 'me@.a', 'me@a.test-', 'me@a.b_', '/me@a.test'])(
    'is not in %j',
    (text) => {
      expect(mail(text)).toBeUndefined()
    },
  )
})
