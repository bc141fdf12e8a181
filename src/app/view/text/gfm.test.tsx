import { describe, expect, test } from 'vitest'
import { outline, outlineOfHtml, shown } from './testing/mounted.ts'

type Case = readonly [title: string, markdown: string, html: string]

/** Every case is shown whole, and one character at a time. */
function testEach(cases: readonly Case[]): void {
  test.each(cases)('%s', (_, markdown, html) => {
    expect(outline(shown([markdown]))).toBe(outlineOfHtml(html))
    expect(outline(shown(markdown))).toBe(outlineOfHtml(html))
  })
}

/** A table of one row below its head. */
function table(head: string, row: string, aligns: readonly string[] = []): string {
  const cells = (tag: string, text: string) =>
    text
      .split(' | ')
      .map((cell, index) => `<${tag}${aligns[index] ? ` align="${aligns[index]}"` : ''}>${cell}</${tag}>`)
      .join('')
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody><tr>${cells('td', row)}</tr></tbody></table>`
}

const words = 'one two three '.repeat(12)
const emptyTable = '<table><thead><tr><th>a</th></tr></thead></table>'
const notes = (...items: string[]) => `<section><ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol></section>`

describe('tables', () => {
  testEach([
    ['have a head and rows', '| a | b |\n|---|---|\n| 1 | 2 |', table('a | b', '1 | 2')],
    ['need no pipes at their sides', 'a | b\n--- | ---\n1 | 2', table('a | b', '1 | 2')],
    [
      'may have a long head without pipes at its sides',
      `${words}\n${words}| b\n--- | ---\n1 | 2`,
      `<p>${words.trim()}</p>${table(`${words.trim()} | b`, '1 | 2')}`,
    ],
    ['need no spaces', '|a|b|\n|-|-|\n|1|2|', table('a | b', '1 | 2')],
    ['may be a head alone', '| a |\n|---|', emptyTable],
    [
      'align their columns',
      '| a | b | c |\n|:-|:-:|-:|\n| 1 | 2 | 3 |',
      table('a | b | c', '1 | 2 | 3', ['left', 'center', 'right']),
    ],
    ['need as many marks as cells', '| a | b |\n|---|\n', '<p>| a | b |\n|---|</p>'],
    ['need a pipe or a colon in their marks', 'a\n---\n', '<h2>a</h2>'],
    ['of one column may be marked by a colon alone', 'a\n:-\n1', table('a', '1', ['left'])],
    ['fill up rows with too few cells', '| a | b |\n|-|-|\n| 1 |', table('a | b', '1 | ')],
    ['leave out cells that are too many', '| a | b |\n|-|-|\n| 1 | 2 | 3 |', table('a | b', '1 | 2')],
    ['may have empty cells', '| a | b |\n|-|-|\n|  | 2 |', table('a | b', ' | 2')],
    [
      'keep an escaped pipe',
      '| a \\| b |\n|-|\n| 1 \\| 2 |',
      table('a | b', '1 | 2').replaceAll('</th><th>', ' | ').replaceAll('</td><td>', ' | '),
    ],
    ['cut code at a pipe that is not escaped', '| a |\n|-|\n| `1 | 2` |', table('a', '`1')],
    ['keep an escaped pipe in code', '| a |\n|-|\n| `1 \\| 2` |', table('a', 'X').replace('X', '<code>1 | 2</code>')],
    ['keep a backslash before a backslash', '| a | b |\n|-|-|\n| 1 \\\\| 2 |', table('a | b', '1 \\ | 2')],
    [
      'hold emphasis, links and code',
      '| *a* |\n|-|\n| **b** [c](https://c.test) `d` |',
      table('<em>a</em>', '<strong>b</strong> <a href="https://c.test">c</a> <code>d</code>'),
    ],
    ['keep emphasis inside a cell', '| a | b |\n|-|-|\n| *1 | 2* |', table('a | b', '*1 | 2*')],
    ['take the last line of a paragraph as their head', 'text\n| a |\n|-|\n| 1 |', `<p>text</p>${table('a', '1')}`],
    ['end at a blank line', '| a |\n|-|\n| 1 |\n\ntext', `${table('a', '1')}<p>text</p>`],
    ['take a line without pipes as a row', '| a | b |\n|-|-|\n1', table('a | b', '1 | ')],
    ['are broken by a quote', '| a |\n|-|\n| 1 |\n> b', `${table('a', '1')}<blockquote><p>b</p></blockquote>`],
    ['are broken by a heading', '| a |\n|-|\n| 1 |\n# b', `${table('a', '1')}<h1>b</h1>`],
    ['are broken by a fence', '| a |\n|-|\n| 1 |\n```\nb\n```', `${table('a', '1')}<pre><code>b</code></pre>`],
    ['are broken by a list', '| a |\n|-|\n| 1 |\n- b', `${table('a', '1')}<ul><li>b</li></ul>`],
    ['are broken by a rule', '| a |\n|-|\n| 1 |\n***', `${table('a', '1')}<hr />`],
    ['may stand in a list', '- | a |\n  |-|\n  | 1 |\n- b', `<ul><li>${table('a', '1')}</li><li>b</li></ul>`],
    ['may stand in a quote', '> | a |\n> |-|\n> | 1 |', `<blockquote>${table('a', '1')}</blockquote>`],
    ['end where their quote ends', '> | a |\n> |-|\n| 1 |', `<blockquote>${emptyTable}</blockquote><p>| 1 |</p>`],
    ['are none four columns from the margin', '    | a |\n    |-|', '<pre><code>| a |\n|-|</code></pre>'],
    ['hold addresses', '| a |\n|-|\n| https://a.test |', table('a', '<a href="https://a.test">https://a.test</a>')],
  ])
})

describe('task lists', () => {
  testEach([
    [
      'have boxes',
      '- [ ] a\n- [x] b\n- [X] c',
      '<ul><li><input> a</li><li><input checked> b</li><li><input checked> c</li></ul>',
    ],
    ['may count', '1. [x] a\n2. [ ] b', '<ol><li><input checked> a</li><li><input> b</li></ol>'],
    ['may be nested', '- [ ] a\n  - [x] b', '<ul><li><input> a<ul><li><input checked> b</li></ul></li></ul>'],
    ['may be loose', '- [ ] a\n\n- [x] b', '<ul><li><p><input> a</p></li><li><p><input checked> b</p></li></ul>'],
    ['hold emphasis', '- [x] *a*', '<ul><li><input checked> <em>a</em></li></ul>'],
    ['need a space behind the box', '- [x]a', '<ul><li>[x]a</li></ul>'],
    ['need words', '- [ ]', '<ul><li>[ ]</li></ul>'],
    ['need one of three signs', '- [y] a', '<ul><li>[y] a</li></ul>'],
    ['are lists', '[x] a', '<p>[x] a</p>'],
    ['have the box first in their item', '- a\n\n  [x] b', '<ul><li><p>a</p><p>[x] b</p></li></ul>'],
  ])
})

describe('strikethrough', () => {
  testEach([
    ['has two tildes', '~~a b~~', '<p><del>a b</del></p>'],
    ['or one', '~a b~', '<p><del>a b</del></p>'],
    ['but not three', '~~~a~~~ b', '<pre><code class="language-a~~~"></code></pre>'],
    ['nor three inside a line', 'x ~~~a~~~ b', '<p>x ~~~a~~~ b</p>'],
    ['ends with as many as it began', 'x ~~a~ b', '<p>x ~~a~ b</p>'],
    ['does not begin before a space', 'about ~ 5 and ~ 6', '<p>about ~ 5 and ~ 6</p>'],
    ['needs an end in its paragraph', '~~a\n\nb~~', '<p>~~a</p><p>b~~</p>'],
    ['holds emphasis and stands in it', '**a ~~b *c*~~**', '<p><strong>a <del>b <em>c</em></del></strong></p>'],
    ['may begin inside a word', 'a~~b~~c', '<p>a<del>b</del>c</p>'],
  ])
})

const webLink = (url: string, shownAs = url) => `<a href="${url}">${shownAs}</a>`

describe('bare addresses', () => {
  const a = 'https://a.test/b'
  testEach([
    ['are links', `see ${a} now`, `<p>see ${webLink(a)} now</p>`],
    ['of plain HTTP too', 'http://a.test', `<p>${webLink('http://a.test')}</p>`],
    ['end before a full stop', `${a}.`, `<p>${webLink(a)}.</p>`],
    ['end before all that is punctuation', `${a}?!.,:*_~`, `<p>${webLink(a)}?!.,:*_~</p>`],
    ['hold punctuation inside', `${a}.html?c=d,e`, `<p>${webLink(`${a}.html?c=d,e`)}</p>`],
    ['end before the parenthesis around them', `(${a})`, `<p>(${webLink(a)})</p>`],
    ['hold parentheses of their own', `(${a}_(c))`, `<p>(${webLink(`${a}_(c)`)})</p>`],
    ['end before a name of a character', `${a}&copy;`, `<p>${webLink(a)}©</p>`],
    ['hold an ampersand', `${a}?c=1&d=2`, `<p>${webLink(`${a}?c=1&amp;d=2`)}</p>`],
    ['end before an angle bracket', `${a}<c`, `<p>${webLink(a)}&lt;c</p>`],
    ['may begin with www.', 'www.a.test/b', `<p>${webLink('http://www.a.test/b', 'www.a.test/b')}</p>`],
    ['are no part of a word', 'xwww.a.test', '<p>xwww.a.test</p>'],
    ['have no underscore at the end of their name', 'https://a.b_c/d', '<p>https://a.b_c/d</p>'],
    ['are not FTP', 'ftp://a.test', '<p>ftp://a.test</p>'],
    ['need a name', 'https:// www.', '<p>https:// www.</p>'],
    ['are none in code', `\`${a}\``, `<p><code>${a}</code></p>`],
    ['may be emphasised', `**${a}**`, `<p><strong>${webLink(a)}</strong></p>`],
    ['are none in the words of a link', `[see ${a}](https://c.test)`, `<p><a href="https://c.test">see ${a}</a></p>`],
    ['may be mail', 'to me.too+x@a-b.test.', '<p>to <a href="mailto:me.too+x@a-b.test">me.too+x@a-b.test</a>.</p>'],
    ['are no mail without a dot in the name', 'me@test', '<p>me@test</p>'],
    ['are no mail with a dash at the end', 'me@a.test-', '<p>me@a.test-</p>'],
  ])
})

describe('references', () => {
  const link = (words: string, host = 'a.test') => `<a href="https://${host}">${words}</a>`
  testEach([
    ['may be defined later', '[a]\n\n[a]: https://a.test', `<p>${link('a')}</p>`],
    [
      'may be defined in a list',
      '[a]\n\n- [a]: https://a.test\n- b',
      `<p>${link('a')}</p><ul><li></li><li>b</li></ul>`,
    ],
    ['may be defined in a quote', '[a]\n\n> [a]: https://a.test', `<p>${link('a')}</p><blockquote></blockquote>`],
    ['mean the first definition', '[a]: https://a.test\n[a]: https://b.test\n\n[a]', `<p>${link('a')}</p>`],
    ['do not look at case and space', '[ÄB\n C]\n\n[äb c]: https://a.test', `<p>${link('ÄB\nC')}</p>`],
    ['work in headings', '# [a]\n\n[a]: https://a.test', `<h1>${link('a')}</h1>`],
    [
      'work in lists and quotes',
      '> - [x][a]\n\n[a]: https://a.test',
      `<blockquote><ul><li>${link('x')}</li></ul></blockquote>`,
    ],
    ['work in cells', '| [a] |\n|-|\n| [b][a] |\n\n[a]: https://a.test', table(link('a'), link('b'))],
    [
      'may have their title on another line',
      '[a]\n\n[a]:\nhttps://a.test\n"t"',
      '<p><a href="https://a.test" title="t">a</a></p>',
    ],
    ['that nothing defines are text', '[a] [b][c] [d][]', '<p>[a] [b][c] [d][]</p>'],
    ['of images are names', '![a]\n\n[a]: https://a.test', '<p><img alt="a"></p>'],
  ])
})

describe('footnotes', () => {
  testEach([
    ['are defined after their mark', 'a[^n]\n\n[^n]: b', `<p>a<sup>1</sup></p>${notes('<p>b</p>')}`],
    ['or before it', '[^n]: b\n\na[^n]', `<p>a<sup>1</sup></p>${notes('<p>b</p>')}`],
    [
      'are numbered as their marks stand',
      'a[^x] b[^y]\n\n[^y]: Y\n\n[^x]: X',
      `<p>a<sup>1</sup> b<sup>2</sup></p>${notes('<p>X</p>', '<p>Y</p>')}`,
    ],
    ['may have several marks', 'a[^n] b[^n]\n\n[^n]: c', `<p>a<sup>1</sup> b<sup>1</sup></p>${notes('<p>c</p>')}`],
    ['may be marked in a heading', '# a[^n]\n\n[^n]: b', `<h1>a<sup>1</sup></h1>${notes('<p>b</p>')}`],
    [
      'may be marked in a list',
      '- a[^n]\n- b\n\n[^n]: c',
      `<ul><li>a<sup>1</sup></li><li>b</li></ul>${notes('<p>c</p>')}`,
    ],
    [
      'may be marked in a table',
      '| a[^n] |\n|-|\n| b[^n] |\n\n[^n]: c',
      `${table('a<sup>1</sup>', 'b<sup>1</sup>')}${notes('<p>c</p>')}`,
    ],
    ['may be marked in emphasis', '*a[^n]*\n\n[^n]: b', `<p><em>a<sup>1</sup></em></p>${notes('<p>b</p>')}`],
    [
      'may have several paragraphs',
      'a[^n]\n\n[^n]: b\n\n    c\n\nd',
      `<p>a<sup>1</sup></p><p>d</p>${notes('<p>b</p><p>c</p>')}`,
    ],
    ['may hold a list', 'a[^n]\n\n[^n]: - b\n    - c', `<p>a<sup>1</sup></p>${notes('<ul><li>b</li><li>c</li></ul>')}`],
    [
      'may hold code',
      'a[^n]\n\n[^n]: b\n\n    ```js\n    c\n    ```',
      `<p>a<sup>1</sup></p>${notes('<p>b</p><pre><code class="language-js">c</code></pre>')}`,
    ],
    ['go on with a line that is not indented', 'a[^n]\n\n[^n]: b\nc', `<p>a<sup>1</sup></p>${notes('<p>b\nc</p>')}`],
    [
      'may mark other notes',
      'a[^x]\n\n[^x]: b[^y]\n\n[^y]: c',
      `<p>a<sup>1</sup></p>${notes('<p>b<sup>2</sup></p>', '<p>c</p>')}`,
    ],
    ['that are not marked are not shown', 'a\n\n[^n]: b', '<p>a</p>'],
    ['that nothing defines are text', 'a[^n] *b*', '<p>a[^n] <em>b</em></p>'],
    ['mean the first definition', 'a[^n]\n\n[^n]: b\n\n[^n]: c', `<p>a<sup>1</sup></p>${notes('<p>b</p>')}`],
    ['do not look at case', 'a[^N]\n\n[^n]: b', `<p>a<sup>1</sup></p>${notes('<p>b</p>')}`],
    ['have no space in their label', 'a[^n n]\n\n[^n]: b', '<p>a[^n n]</p>'],
    ['are marked beside brackets', 'a[^n][b]\n\n[^n]: c', `<p>a<sup>1</sup>[b]</p>${notes('<p>c</p>')}`],
    [
      'are marked side by side',
      'a[^x][^y]\n\n[^x]: X\n\n[^y]: Y',
      `<p>a<sup>1</sup><sup>2</sup></p>${notes('<p>X</p>', '<p>Y</p>')}`,
    ],
    [
      'are no links to their definition',
      '[^n]: https://a.test\n\n[^n]',
      `<p><sup>1</sup></p>${notes('<p><a href="https://a.test">https://a.test</a></p>')}`,
    ],
    [
      'may be defined in a quote',
      '> a[^n]\n>\n> [^n]: b',
      `<blockquote><p>a<sup>1</sup></p></blockquote>${notes('<p>b</p>')}`,
    ],
    [
      'may be defined one under the other',
      'a[^x] b[^y]\n\n[^x]: X\n[^y]: Y',
      `<p>a<sup>1</sup> b<sup>2</sup></p>${notes('<p>X</p>', '<p>Y</p>')}`,
    ],
  ])
})

describe('long texts', () => {
  testEach([
    ['keep the line breaks of two spaces', `${words} \nb`, `<p>${words.trim()}<br />b</p>`],
    ['keep the line breaks of a backslash', `${words}\\\nb`, `<p>${words}<br />b</p>`],
    ['keep names of characters', `${words}AT&amp;T ${words}`, `<p>${words}AT&amp;T ${words.trim()}</p>`],
    ['keep escapes', `${words}\\*a\\* ${words}`, `<p>${words}*a* ${words.trim()}</p>`],
    ['keep emphasis over many words', `*${words}a*`, `<p><em>${words}a</em></p>`],
    ['keep what only looks like emphasis', `2 *${words}`, `<p>2 *${words.trim()}</p>`],
    ['keep lines that are indented', `${words}\n   ${words}\n   b`, `<p>${words.trim()}\n${words.trim()}\nb</p>`],
  ])
})

describe('blocks in blocks', () => {
  testEach([
    [
      'code in a list',
      '- a\n\n  ```js\n  b\n   c\n  ```\n\n  d',
      '<ul><li><p>a</p><pre><code class="language-js">b\n c</code></pre><p>d</p></li></ul>',
    ],
    ['code right behind a bullet', '- ```\n  a\n  ```\n- b', '<ul><li><pre><code>a</code></pre></li><li>b</li></ul>'],
    [
      'code in a list that counts',
      '10. a\n    ```\n    b\n    ```',
      '<ol start="10"><li>a<pre><code>b</code></pre></li></ol>',
    ],
    [
      'code in a quote',
      '> ```\n> a\n>\n> b\n> ```\n> c',
      '<blockquote><pre><code>a\n\nb</code></pre><p>c</p></blockquote>',
    ],
    ['code that ends with its quote', '> ```\n> a\nb', '<blockquote><pre><code>a</code></pre></blockquote><p>b</p>'],
    ['code that ends with its list', '- ```\n  a\nb', '<ul><li><pre><code>a</code></pre></li></ul><p>b</p>'],
    ['code that never ends', '```js\na\n\n# b', '<pre><code class="language-js">a\n\n# b</code></pre>'],
    ['ticks in code of tildes', '~~~\n```\n~~~', '<pre><code>```</code></pre>'],
    ['tabs behind bullets', '-\ta\n\n\tb', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['tabs in a quote', '>\t\ta', '<blockquote><pre><code>  a</code></pre></blockquote>'],
    [
      'lists in lists',
      '- a\n  - b\n    - c\n  - d\n- e',
      '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
    ],
    ['lists that change their bullet', '- a\n+ b', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
    ['lists that count in lists', '1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    ['a loose list', '- a\n- b\n\n- c', '<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>'],
    [
      'a tight list in a loose one',
      '- a\n  - b\n\n- c',
      '<ul><li><p>a</p><ul><li>b</li></ul></li><li><p>c</p></li></ul>',
    ],
    [
      'a loose list in a tight one',
      '- a\n  - b\n\n  - c\n- d',
      '<ul><li>a<ul><li><p>b</p></li><li><p>c</p></li></ul></li><li>d</li></ul>',
    ],
    [
      'quotes in quotes',
      '> a\n>> b\n>\n> c',
      '<blockquote><p>a</p><blockquote><p>b</p></blockquote><p>c</p></blockquote>',
    ],
    [
      'a list in a quote in a list',
      '- > - a\n  > - b',
      '<ul><li><blockquote><ul><li>a</li><li>b</li></ul></blockquote></li></ul>',
    ],
    [
      'a line that goes on with a paragraph from outside',
      '> - a\nb',
      '<blockquote><ul><li>a\nb</li></ul></blockquote>',
    ],
    ['a list that breaks into a paragraph', 'a\n- b\n- c', '<p>a</p><ul><li>b</li><li>c</li></ul>'],
    ['a number that does not', 'a\n2. b', '<p>a\n2. b</p>'],
  ])
})

const paragraph = (html: string) => `<p>${html}</p>`

describe('emphasis in Chinese, Japanese and Korean', () => {
  testEach(
    (
      [
        ['含**「重点」**内容', '含<strong>「重点」</strong>内容'],
        ['**中文（括号）。**这句', '<strong>中文（括号）。</strong>这句'],
        ['**この文（例）。**次の文', '<strong>この文（例）。</strong>次の文'],
        ['**“인용”**은', '<strong>“인용”</strong>은'],
        ['그는 **‘인용’**이라고, **"말"**2번', '그는 <strong>‘인용’</strong>이라고, <strong>"말"</strong>2번'],
        ['**스크립트(script)**라고', '<strong>스크립트(script)</strong>라고'],
        ['他说**“你好”**，又**《书》**2本', '他说<strong>“你好”</strong>，又<strong>《书》</strong>2本'],
        ['増加率は**46%**を超え、第**5（五）**章', '増加率は<strong>46%</strong>を超え、第<strong>5（五）</strong>章'],
        ['2024年**（注）**2025年', '2024年<strong>（注）</strong>2025年'],
        ['**注意:**Note', '<strong>注意:</strong>Note'],
        ['*「重点」*を', '<em>「重点」</em>を'],
        ['この*（例）*と***「全部」***も', 'この<em>（例）</em>と<em><strong>「全部」</strong></em>も'],
        ['**外「*内。*」側**だ', '<strong>外「<em>内。</em>」側</strong>だ'],
        ['**A、~~「x」~~**も~~「y」~~も', '<strong>A、<del>「x」</del></strong>も<del>「y」</del>も'],
        ['**一**、**二**。**三**！', '<strong>一</strong>、<strong>二</strong>。<strong>三</strong>！'],
        ['使用**`code`**函数', '使用<strong><code>code</code></strong>函数'],
        ['請看**[連結](https://c.test)**。', '請看<strong><a href="https://c.test">連結</a></strong>。'],
        ['含_「重点」_内容', '含_「重点」_内容'],
        ['中 ** 文 **', '中 ** 文 **'],
        ['3＊4、5*6', '3＊4、5*6'],
      ] as const
    ).map(([markdown, html]) => [markdown, markdown, paragraph(html)]),
  )
})

describe('<br> in the cell of a table', () => {
  testEach([
    [
      'breaks the line, however it is written',
      '| a<br>b | c<BR/>d |\n|-|-|\n| 1<br />2 | **3<br>4** |',
      table('a<br>b | c<br>d', '1<br>2 | <strong>3<br>4</strong>'),
    ],
    [
      'is text in code, and behind a backslash',
      '| `a<br>` |\n|-|\n| \\<br> |',
      table('X', '&lt;br&gt;').replace('X', '<code>a&lt;br&gt;</code>'),
    ],
    [
      'brings no other HTML',
      '| <b>a</b> |\n|-|\n| <br onclick=x><hr> |',
      table('&lt;b&gt;a&lt;/b&gt;', '&lt;br onclick=x&gt;&lt;hr&gt;'),
    ],
    ['is text outside of one', 'a<br>b', '<p>a&lt;br&gt;b</p>'],
  ])
})
