import { expect, test } from 'vitest'
import { markdownHtml } from './markdown-html.ts'

const written = (text: string) => [...markdownHtml(text)].map((piece) => piece.text).join('')

test('Markdown is written as the app shows it', () => {
  const text =
    '# Tides\n\nThey *rise*,\n**twice** a day.\n\n- one\n  1. `two`\n\n| a | b |\n|:-:|--:|\n| 1 | ~~2~~ |\n\n> said'
  expect(written(text).replaceAll(' dir="auto"', '').replaceAll('\n', '')).toBe(
    '<h4 class="depth-1">Tides</h4><p>They <em>rise</em>,<strong>twice</strong> a day.</p>' +
      '<ul><li><p>one</p><ol start="1"><li><p><code>two</code></p></li></ol></li></ul>' +
      '<table><tr><th align="center">a</th><th align="right">b</th></tr>' +
      '<tr><td align="center">1</td><td align="right"><del>2</del></td></tr></table>' +
      '<blockquote><p>said</p></blockquote>',
  )
})

test('<br> breaks the line in the cell of a table, and is text elsewhere', () => {
  expect(written('| a<br/>b |\n|-|\n| <i>c |')).toContain('a<br>b')
  expect(written('| a<br/>b |\n|-|\n| <i>c |')).toContain('&lt;i&gt;c')
  expect(written('a<br>b')).toContain('a&lt;br&gt;b')
})

test('a link shows where it leads, what is no whole address is no link, and a picture is only named', () => {
  expect(written('[words](https://a.test/b) https://c.test/')).toContain(
    '<a href="https://a.test/b" rel="noopener noreferrer nofollow">words</a> <span class="soft">(https://a.test/b)</span> ' +
      '<a href="https://c.test/" rel="noopener noreferrer nofollow">https://c.test/</a></p>',
  )
  expect(written('[x](javascript:alert(1)) [y](/z)')).not.toContain('<a')
  expect(written('![boat](https://a.test/b.png)')).toContain(
    'boat <span class="soft">(image, not loaded: https://a.test/b.png)',
  )
})

test('a quote, a list and a table whose text begins from the right have their bars, markers and columns there', () => {
  expect(written('> سلام\n\n- ب\n\n| ب | a |\n|-|-|').replaceAll(' dir="auto"', '').replaceAll('\n', '')).toBe(
    '<blockquote dir="rtl"><p>سلام</p></blockquote><ul dir="rtl"><li><p>ب</p></li></ul>' +
      '<table dir="rtl"><tr><th align="right">ب</th><th align="right">a</th></tr></table>',
  )
})

test('JSON stands as it came, and HTML is text', () => {
  expect(written('{"a": "*b*",\n "c_d_e": [1]}')).toBe(
    '<pre>{&quot;a&quot;: &quot;*b*&quot;,\n &quot;c_d_e&quot;: [1]}</pre>',
  )
  expect(written('<b onclick="x">\n\na <i>b</i> [c](https://d.test/"onclick=")')).not.toMatch(/<[bi]\b|"onclick/)
})

test('a long answer comes in many pieces', () => {
  const pieces = [...markdownHtml('A line of it.\n\n'.repeat(20_000))]
  expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThan(1_000)
  expect(pieces.length).toBeGreaterThan(20_000)
})
