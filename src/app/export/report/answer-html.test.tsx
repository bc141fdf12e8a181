import { expect, test } from 'vitest'
import { answerHtml } from './answer-html.ts'

const written = (text: string) => [...answerHtml(text)].map((piece) => piece.text).join('')

test('Markdown is written as the app shows it', () => {
  const text =
    '# Tides\n\nThey *rise*,\n**twice** a day.\n\n- one\n  1. `two`\n\n| a | b |\n|:-:|--:|\n| 1 | ~~2~~ |\n\n> said'
  expect(written(text).replaceAll(' dir="auto"', '').replaceAll('\n', '')).toBe(
    '<h1 aria-level="2">Tides</h1><p>They <em>rise</em>,<strong>twice</strong> a day.</p>' +
      '<ul><li><p>one</p><ol><li><p><code>two</code></p></li></ol></li></ul>' +
      '<div class="reading-table" data-scrolls="Table"><table>' +
      '<thead><tr><th scope="col" data-align="center">a</th><th scope="col" data-align="right">b</th></tr></thead>' +
      '<tbody><tr><td data-align="center">1</td><td data-align="right"><del>2</del></td></tr></tbody></table></div>' +
      '<blockquote><p class="">said</p></blockquote>',
  )
})

test('<br> breaks the line in the cell of a table, and is text elsewhere', () => {
  expect(written('| a<br/>b |\n|-|\n| <i>c |')).toContain('a<br>b')
  expect(written('| a<br/>b |\n|-|\n| <i>c |')).toContain('&lt;i&gt;c')
  expect(written('a<br>b')).toContain('a&lt;br&gt;b')
})

test('a link shows where it leads, what is no whole address is no link, and a picture is only named', () => {
  const hardened = 'target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer"'
  expect(written('[words](https://a.test/b) https://c.test/')).toContain(
    `<a href="https://a.test/b" ${hardened} title="https://a.test/b">words</a> <span class="soft">(https://a.test/b)</span> ` +
      `<a href="https://c.test/" ${hardened} title="https://c.test/">https://c.test/</a></p>`,
  )
  expect(written('[x](javascript:alert(1)) [y](/z)')).not.toContain('<a')
  const picture = written('![boat](https://a.test/b.png)')
  expect(picture).toContain('Image from a.test — not loaded')
  expect(picture).toContain('(https://a.test/b.png)')
  expect(picture).not.toContain('<img')
})

test('a quote, a list and a table whose text begins from the right have their bars, markers and columns there', () => {
  expect(written('> سلام\n\n- ب\n\n| ب | a |\n|-|-|').replaceAll(' dir="auto"', '').replaceAll('\n', '')).toBe(
    '<blockquote dir="rtl"><p>سلام</p></blockquote><ul dir="rtl"><li><p>ب</p></li></ul>' +
      '<div class="reading-table" data-scrolls="Table" dir="rtl"><table><thead><tr>' +
      '<th scope="col">ب</th><th scope="col">a</th></tr></thead></table></div>',
  )
})

test('JSON stands as it came, and HTML is text', () => {
  expect(written('{"a": "*b*",\n "c_d_e": [1]}')).toBe(
    '<pre>{&quot;a&quot;: &quot;*b*&quot;,\n &quot;c_d_e&quot;: [1]}</pre>',
  )
  expect(written('<b onclick="x">\n\na <i>b</i> [c](https://d.test/"onclick=")')).not.toMatch(/<[bi]\b|"onclick/)
})

test('a long answer comes in many pieces', () => {
  const pieces = [...answerHtml('A line of it.\n\n'.repeat(2_000))]
  expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThan(1_000)
  expect(pieces.length).toBeGreaterThan(2_000)
})

test('a long list and a long table are each in one piece', () => {
  const rows = Array.from({ length: 200 }, (_, at) => at)
  const page = document.createElement('div')
  page.innerHTML = written(rows.map((at) => `${at + 1}. item`).join('\n'))
  expect([...page.children].map(({ tagName, childElementCount }) => [tagName, childElementCount])).toEqual([
    ['OL', 200],
  ])
  page.innerHTML = written(`| a | b |\n|-|-|\n${rows.map((at) => `| ${at} | x |`).join('\n')}`)
  expect(page.querySelectorAll('table')).toHaveLength(1)
  expect(page.querySelectorAll('table > tbody > tr')).toHaveLength(200)
})

test('a task that is done is ticked', () => {
  const page = document.createElement('div')
  page.innerHTML = written('- [ ] to do\n- [x] done')
  expect([...page.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, true])
})

test('a footnote and its mark lead to each other, and code has no button', () => {
  const page = document.createElement('div')
  page.innerHTML = written('Text[^1].\n\n```js\nlet a\n```\n\n[^1]: The *note*.')
  const [mark, back] = page.querySelectorAll('a')
  expect(page.querySelector(mark?.getAttribute('href') ?? '')?.textContent).toContain('The note.')
  expect(page.querySelector(back?.getAttribute('href') ?? '')).toBe(mark)
  expect([page.querySelector('pre')?.textContent, page.querySelector('button')]).toEqual(['let a', null])
})
