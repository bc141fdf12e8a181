import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { mounted, shown } from './testing/mounted.ts'

const corpora = join(process.env.TEST_DATA || '../shared', 'corpora')
const exfilFile = join(corpora, 'own/exfil-markdown.json')
const xssFile = join(corpora, 'xss/dompurify/expect.json')

const draw = (text: string) => shown([text])
const bodyOf = (text: string) => draw(text).querySelector('.reading-group')?.innerHTML

const allowed = new Map<string, readonly string[]>([
  ...['P', 'BLOCKQUOTE'].map((tag) => [tag, ['dir', 'class']] as const),
  ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6'].map((tag) => [tag, ['dir', 'class', 'aria-level']] as const),
  ...['HR', 'BR', 'EM', 'STRONG', 'DEL', 'THEAD', 'TBODY', 'TR', 'COLGROUP'].map((tag) => [tag, []] as const),
  ['LI', ['dir', 'class', 'tabindex', 'id', 'value']],
  ['UL', ['dir', 'class']],
  ['OL', ['dir', 'class', 'start']],
  ['SUP', ['data-note']],
  ['SPAN', ['class']],
  ['CODE', ['class', 'data-grammar']],
  ['PRE', ['dir', 'data-scrolls']],
  ['DIV', ['dir', 'class', 'data-scrolls', 'role', 'aria-label', 'hidden']],
  ['BUTTON', ['type', 'data-copy', 'aria-live']],
  ['INPUT', ['type', 'disabled', 'aria-label']],
  ['TABLE', ['aria-label']],
  ['COL', ['style']],
  ['TH', ['dir', 'class', 'data-align', 'scope']],
  ['TD', ['dir', 'class', 'data-align']],
  ['A', ['href', 'target', 'rel', 'referrerpolicy', 'title', 'class', 'id', 'aria-label']],
])
const goodHref = /^(?:https?:\/\/|mailto:|#text-\d+-(?:note|mark)-\d+$)/
const goodId = /^text-\d+-(?:note|mark)-\d+$/

/** Says what is wrong with a drawn text: an element, attribute, address or id that is on no list. */
function faults(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((found) => {
    const attributes = allowed.get(found.tagName)
    if (!attributes || found.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [found.tagName]
    const odd = found.getAttributeNames().filter((name) => !attributes.includes(name))
    const href = found.getAttribute('href')
    const oddHref = href !== null && !goodHref.test(href) ? [href] : []
    return [...odd, ...oddHref, ...(found.id && !goodId.test(found.id) ? [found.id] : [])]
  })
}

describe('what can be drawn', () => {
  test.each([
    ['# A *b*', '<h1 dir="auto" aria-level="2">A <em>b</em></h1>'],
    ['a  \nb **c** ~~d~~ `e`', '<p dir="auto">a<br>b <strong>c</strong> <del>d</del> <code>e</code></p>'],
    ['> a', '<blockquote><p dir="auto">a</p></blockquote>'],
    ['- a\n- b', '<ul><li><p dir="auto">a</p></li><li><p dir="auto">b</p></li></ul>'],
    [
      '3. a\n\n4. b',
      '<ol start="3" class="reading-loose"><li><p dir="auto">a</p></li><li><p dir="auto">b</p></li></ol>',
    ],
    ['a\n\n---', '<p dir="auto">a</p><hr>'],
    ['x &lt; y &copy;', '<p dir="auto">x &lt; y ©</p>'],
    ['<b>x</b>', '<p dir="auto">&lt;b&gt;x&lt;/b&gt;</p>'],
    ['<div>\n*x*', '<p class="reading-plain" dir="auto">&lt;div&gt;\n*x*</p>'],
    ['[words](/not/whole)', '<p dir="auto"><span>words</span></p>'],
  ])('%j', (text, html) => {
    expect(bodyOf(text)?.replaceAll(' class=""', '')).toBe(html)
  })

  test('a table has a head, alignment and a place that may scroll', () => {
    const table = draw('| a | b |\n|---|--:|\n| 1 | 2 |')
    expect(table.querySelector('[data-scrolls=Table] > table > thead th')?.getAttribute('scope')).toBe('col')
    expect(table.querySelector('td[data-align=right]')?.textContent).toBe('2')
  })

  test('a task list has boxes that say what they mean and cannot be pressed', () => {
    const boxes = [...draw('- [x] a\n- [ ] b').querySelectorAll('input')]
    expect(boxes.map((box) => [box.checked, box.disabled, box.getAttribute('aria-label')])).toEqual([
      [true, true, 'Done'],
      [false, true, 'To do'],
    ])
  })

  test('a code block names its language and keeps its text', () => {
    const code = draw('- x\n\n  ```py\n  a < b\n  ```').querySelector('.reading-code')
    expect(code?.querySelector('span')?.textContent).toBe('Python')
    expect(code?.querySelector('button')?.textContent).toBe('Copy code')
    expect(code?.querySelector('code')?.textContent).toBe('a < b')
  })

  test('a fence word that is no plain word names nothing', () => {
    for (const word of ['"><img', 'a{b}', '<script>', `${'x'.repeat(60)}`]) {
      const drawn = draw(`- x\n\n  ~~~${word}\n  a\n  ~~~`)
      expect(drawn.querySelector('.reading-code-head span')?.textContent).toMatch(/^a?$/)
      expect(faults(drawn)).toEqual([])
    }
  })

  test('what holds blocks has no direction to be found: the browser would look through all of it for every word that comes', () => {
    const drawn = draw('> - a\n>   - b\n\n1. c\n\n[^1]\n\n[^1]: d')
    expect(drawn.querySelectorAll(':is(blockquote, ul, ol, li)[dir]')).toHaveLength(0)
  })

  test('a bar, markers and columns stand on the side where the text begins', () => {
    const sides = (text: string) =>
      [...draw(text).querySelectorAll(':is(blockquote, ul, ol, .reading-table)')].map((one) => one.getAttribute('dir'))
    expect(sides('> سلام\n>\n> - a\n> - ب')).toEqual(['rtl', null])
    expect(sides('> - **ب**\n> - a')).toEqual(['rtl', 'rtl'])
    expect(sides('1. 12 — שלום\n2. b\n\n| # | الاسم |\n|-|-|\n| 1 | a |')).toEqual(['rtl', 'rtl'])
    expect(sides('> a ب\n\n- `x` ب\n\n| 1 | a ب |\n|-|-|')).toEqual([null, null, null])
  })

  test('a side that is decided late holds for all parts of a list', () => {
    const drawn = draw(`${Array.from({ length: 70 }, (_, n) => `- ${n === 0 ? 'ب' : n}`).join('\n')}`)
    expect([...drawn.querySelectorAll('ul')].map(({ dir }) => dir)).toEqual(['rtl', 'rtl'])
    const { place, give } = mounted()
    for (const piece of ['> 12', ' ', '— س', 'لام abc']) give(piece)
    expect(place.querySelector('blockquote')?.dir).toBe('rtl')
  })

  test('text of every script says its own direction, and code is read from the left', () => {
    const drawn = draw('שלום\n\n- سلام\n\n```\na\n```')
    const undirected = [...drawn.querySelectorAll('p')].filter((found) => found.getAttribute('dir') !== 'auto')
    expect(undirected).toEqual([])
    expect(drawn.querySelector('pre')?.dir).toBe('ltr')
  })
})

describe('links', () => {
  const link = (text: string) => draw(text).querySelector('a')

  test('open apart, send nothing, and say their whole address', () => {
    const anchor = link('[words](https://a.test/b?c "T")')
    expect(anchor?.target).toBe('_blank')
    expect(anchor?.rel).toBe('noopener noreferrer nofollow')
    expect(anchor?.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(anchor?.title).toBe('T\nhttps://a.test/b?c')
    expect(anchor?.textContent).toBe('words')
  })

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#10;script:alert(1))',
    '[a](&#1;javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](blob:https://a.test/b)',
    '[a](ftp://a.test)',
    '[a](//a.test)',
    '[a](/settings?base_url=https://a.test)',
    '[a](#id)',
    '[a](?b)',
    '[a]()',
    '<javascript:alert(1)>',
    '[a][r]\n\n[r]: javascript:alert(1)',
  ])('%j is no link', (text) => {
    expect(link(text)).toBeNull()
  })

  test('the page’s own server is no place that content leads to, however it is written', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'localhost.'])
      expect(link(`[job](http://${host}:${location.port}/playground.json)`)).toBeNull()
    expect(link(`[another](http://localhost:${Number(location.port) + 1}/)`)).not.toBeNull()
    expect(draw(`![chart](${location.origin}/a.png)`).querySelector('a')).toBeNull()
  })

  test.each([
    ['[https://ok.test](https://other.test)', '(other.test)'],
    ['[ok.test/path](https://other.test)', '(other.test)'],
    ['[see ok.test and other.test](https://other.test)', '(other.test)'],
    ['[words](https://ok.test@other.test)', '(other.test)'],
    ['[\u202ehttps://ok.test](https://ok.test)', '(ok.test)'],
    ['[раypal.com](https://paypal.com)', '(paypal.com)'],
    ['[paypal.com](https://раypal.com)', '(xn--ypal-43d9g.com)'],
    ['[me@ok.test](mailto:me@other.test)', '(other.test)'],
    ['[ok。test](https://other.test)', '(other.test)'],
    ['[*ok*.test](https://other.test)', '(other.test)'],
    ['[`ok.test`](https://other.test)', '(other.test)'],
    ['[ok.test][r]\n\n[r]: https://other.test', '(other.test)'],
  ])('%j says its host', (text, host) => {
    expect(link(text)?.querySelector('.reading-host')?.textContent).toBe(host)
  })

  test.each([
    '[words](https://a.test)',
    '[a.test](https://www.a.test/b)',
    'https://a.test/index.html',
    'www.a.test',
    'me.too@a.test',
    'me.too@a.b',
  ])('%j does not say its host twice', (text) => {
    expect(link(text)).not.toBeNull()
    expect(link(text)?.querySelector('.reading-host')).toBeNull()
  })

  test('that are still arriving lead nowhere', () => {
    const { place, give } = mounted()
    for (const character of '[words](https://a.test/b') {
      give(character)
      expect(place.querySelector('a')).toBeNull()
    }
    expect(place.textContent).toBe('words')
  })
})

describe('images', () => {
  test('are named with their host and opened by hand only', () => {
    const drawn = draw('![a cat](https://a.test/cat.png)')
    expect(drawn.textContent).toBe('a cat Image from a.test — not loaded')
    expect(drawn.querySelector('a')?.href).toBe('https://a.test/cat.png')
    expect(faults(drawn)).toEqual([])
  })

  test('in a link are part of the link, and without a web address are only named', () => {
    const linked = draw('[![a](https://a.test/1)](https://b.test)')
    expect([...linked.querySelectorAll('a')].map((anchor) => anchor.href)).toEqual(['https://b.test/'])
    expect(linked.querySelector('a')?.textContent).toContain('Image from a.test — not loaded')
    expect(draw('![a](data:image/png;base64,x)').textContent).toBe('a Image — not loaded')
    expect(draw('![a](data:image/png;base64,x)').querySelector('a')).toBeNull()
  })
})

const ownCases = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  'text <b onclick="alert(1)">bold</b> <svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{background:url(https://a.test)}</style>',
  '<a href="javascript:alert(1)" id="root">x</a>',
  '<form action=https://a.test><input name=innerHTML><button>go</button></form>',
  '| <img src=x> |\n|-|\n| <script>x</script> |',
  '[<img src=x onerror=alert(1)>](https://a.test "\\"><script>")',
  '![<svg onload=x>](https://a.test/"onerror="alert(1))',
  '```"><script>alert(1)</script>\nx\n```',
  '# <object data=x>',
  '- [ ] <embed src=x>',
  '[^<img>]\n\n[^<img>]: <img src=x>',
  '[^root]\n\n[^root]: [a](javascript:alert(1))',
  '$<img src=x onerror=alert(1)>$ \\(<script>x</script>\\)',
  '<math><mtext></mtext><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
]

test.each(ownCases)('%j makes no element but ours, whole and after every character', (text) => {
  expect(faults(draw(text))).toEqual([])
  const { place, give } = mounted()
  for (const character of text) {
    give(character)
    expect(faults(place)).toEqual([])
  }
})

test('HTML is shown as the text it is', () => {
  expect(draw('<div class="a">\n<b>x</b>\n</div>').textContent).toBe('<div class="a">\n<b>x</b>\n</div>')
  expect(draw('a <b>x</b>').textContent).toBe('a <b>x</b>')
})

describe.skipIf(!existsSync(exfilFile) || !existsSync(xssFile))('hostile texts from TEST_DATA', () => {
  const texts = existsSync(exfilFile) && existsSync(xssFile) ? hostileTexts() : []
  const sample = process.env.SOAK ? texts : texts.filter((_, place) => (place + seed) % 4 === 0)

  test(`${sample.length} texts, whole and cut, make no element but ours (SEED=${seed})`, { timeout: 120_000 }, () => {
    for (const [place, text] of sample.entries()) {
      const at = (place * 7919 + seed) % (text.length + 1)
      for (const pieces of [
        [text.slice(0, at), text.slice(at)],
        [`> - ${text}`],
        [`| ${text.replaceAll('\n', ' ')} |\n|-|`],
      ]) {
        const { place: drawn, give, finish } = mounted()
        for (const piece of pieces) {
          give(piece)
          expect(faults(drawn), text).toEqual([])
        }
        finish()
        expect(faults(drawn), text).toEqual([])
      }
    }
  })
})

function hostileTexts(): string[] {
  const exfil: { cases: { md: string }[] } = JSON.parse(readFileSync(exfilFile, 'utf8'))
  const xss: { payload: string }[] = JSON.parse(readFileSync(xssFile, 'utf8'))
  return [...exfil.cases.map(({ md }) => md), ...xss.map(({ payload }) => payload)]
}
