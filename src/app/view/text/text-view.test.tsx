import { describe, expect, test, vi } from 'vitest'
import { mounted, outline, shown } from './testing/mounted.ts'

/** The blocks that stand in the text itself. */
const blocksIn = (place: HTMLElement) => [...place.querySelectorAll('.reading-body > .reading-group > *')]

const paragraphs = (count: number) => Array.from({ length: count }, (_, at) => `paragraph *${at}*\n\n`).join('')

describe('while text arrives', () => {
  test('only the last text node is touched', () => {
    const { view, place, give, run } = mounted()
    give('# Title\n\nThe quick')
    const [title, open] = blocksIn(place)
    const tail = open?.firstChild
    const observer = new MutationObserver(() => {})
    observer.observe(place, { childList: true, attributes: true, subtree: true })
    view.append(' brown')
    view.append(' fox')
    run()
    expect(tail?.textContent).toBe('The quick brown fox')
    expect(blocksIn(place)).toEqual([title, open])
    expect(open?.firstChild).toBe(tail)
    expect(observer.takeRecords()).toEqual([])
  })

  test('a selection in it stays, also where the text goes on', () => {
    const { place, give } = mounted()
    give('one *two* three **fo')
    const words = place.querySelector('em')?.firstChild
    const last = place.querySelector('strong')?.firstChild
    const selection = getSelection()
    if (words && last) selection?.setBaseAndExtent(words, 1, last, 1)
    for (const character of 'ur** five\n\nsix') give(character)
    expect([selection?.anchorNode, selection?.anchorOffset]).toEqual([words, 1])
    expect([selection?.focusNode, selection?.focusOffset]).toEqual([last, 1])
    expect(last?.isConnected).toBe(true)
  })

  test('the caret stands where the text grows, and goes at the end', () => {
    const { place, give, finish } = mounted()
    const growing = () => [...place.querySelectorAll('.reading-growing')].map(({ tagName }) => tagName)
    give('a\n\nb')
    expect(growing()).toEqual(['P'])
    give('\n\n```js\nlet a')
    expect(growing()).toEqual(['CODE'])
    give('\n```\n\n| a | b |\n|-|-|\n| c')
    expect(growing()).toEqual(['TD'])
    finish()
    expect(growing()).toEqual([])
  })

  test('a heading and a fence are themselves from the first', () => {
    const { place, give } = mounted()
    give('## Ti')
    expect(place.querySelector('h2')?.textContent).toBe('Ti')
    give('tle\n```py\nprint(')
    expect(place.querySelector('.reading-code-head span')?.textContent).toBe('Python')
    expect(place.querySelector('pre code')?.textContent).toBe('print(')
  })

  test('lists, quotes, tables and emphasis are themselves while they are open', () => {
    const { place, give } = mounted()
    give('> - a *b')
    expect(outline(place)).toBe('<blockquote><ul><li>a <em>b</em></li></ul></blockquote>')
    give('*\n\n| c | d |\n|-|-|\n| **e')
    expect(place.querySelector('td strong')?.textContent).toBe('e')
  })

  test('a finished fence keeps its element, and the closing mark is never seen', () => {
    const { place, give } = mounted()
    const seen: (string | undefined)[] = []
    for (const character of '```js\na\n\nb\n```\nc') {
      give(character)
      seen.push(place.querySelector('pre code')?.textContent)
    }
    expect(seen.join('')).not.toContain('`')
    expect(place.querySelector('pre code')?.textContent).toBe('a\n\nb')
  })

  test('a line that could still be several things is shown as it came when it is long', () => {
    const { place, give } = mounted()
    give(`a\n\n<${'b'.repeat(200)}`)
    expect(place.textContent).toBe(`a<${'b'.repeat(200)}`)
    give('c> *d*\n')
    expect(place.textContent).toBe(`a<${'b'.repeat(200)}c> d`)
  })

  test('of two such lines, one behind the other, only what came of the second is shown', () => {
    const { place, give } = mounted()
    const pending = () => place.querySelector('.reading-plain')?.textContent
    give('- '.repeat(100))
    expect(pending()).toBe('- '.repeat(100))
    give(`\n${'* '.repeat(200)}`)
    expect(pending()).toBe('* '.repeat(200))
  })

  test('a list that breaks into a paragraph takes its line with it', () => {
    const { place, give } = mounted()
    give('para\n- it')
    give('em\n- two')
    expect(blocksIn(place).map((block) => block.textContent)).toEqual(['para', 'itemtwo'])
  })
})

test('blocks stand in groups of eight', () => {
  const place = shown([paragraphs(20)])
  expect([...place.querySelectorAll('.reading-group')].map((group) => group.childElementCount)).toEqual([8, 8, 4])
  expect(place.querySelectorAll('em')).toHaveLength(20)
})

describe('references', () => {
  const hrefs = (place: HTMLElement) => [...place.querySelectorAll('a')].map((anchor) => anchor.href)

  test('become links when their definition comes, and the first definition stands', () => {
    const { place, give } = mounted()
    give('[One] and [two][TWO].\n\n')
    expect(hrefs(place)).toEqual([])
    expect(place.textContent).toBe('[One] and [two][TWO].')
    give('[one]: https://one.test\n[two]: https://two.test\n\n[one]: https://other.test\n\n[one]\n\n')
    expect(hrefs(place)).toEqual(['https://one.test/', 'https://two.test/', 'https://one.test/'])
  })

  test('of a block are drawn again without touching its neighbours', () => {
    const { place, give } = mounted()
    give('[a] one\n\ntwo\n\n')
    const [, two] = blocksIn(place)
    const text = two?.firstChild
    give('[a]: https://a.test\n\n')
    expect(hrefs(place)).toEqual(['https://a.test/'])
    expect(blocksIn(place)[1]).toBe(two)
    expect(two?.firstChild).toBe(text)
  })
})

test('characters that are only in the table are shown once it is there', async () => {
  const { place, give, finish, run } = mounted()
  give('a &Dcaron;\n\n| &frac34; |\n|-|\n')
  // Another test file may have loaded it already.
  expect(['a &Dcaron;&frac34;', 'a Ď¾']).toContain(place.textContent)
  finish()
  await vi.waitFor(() => {
    run()
    expect(place.textContent).toBe('a Ď¾')
  })
})

describe('footnotes', () => {
  test('are numbered in reading order and lead there and back without touching the address', () => {
    const place = shown(['First[^b], second[^a], first again[^b].\n\n[^a]: Note a\n\n[^b]: Note **b**\n\n'])
    expect([...place.querySelectorAll('sup')].map((mark) => mark.textContent)).toEqual(['1', '2', '1'])
    const notes = [...place.querySelectorAll<HTMLElement>('.reading-notes li')]
    expect(notes.map((note) => note.textContent)).toEqual(['Note b ↩', 'Note a ↩'])
    const ids = [...place.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    place.querySelector('sup a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(document.activeElement).toBe(notes[0])
    notes[0]?.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(location.hash).toBe('')
  })

  test('of two texts in one page have ids of their own', () => {
    const one = shown(['a[^n]\n\n[^n]: b'])
    const other = shown(['a[^n]\n\n[^n]: b'])
    const idsOf = (place: HTMLElement) => [...place.querySelectorAll('[id]')].map(({ id }) => id)
    expect(idsOf(one).filter((id) => idsOf(other).includes(id))).toEqual([])
    expect(idsOf(one)).toHaveLength(2)
  })

  test('are shown as soon as a mark refers to them', () => {
    const { place, give } = mounted()
    give('[^n]: Note\n\na')
    expect(place.querySelector<HTMLElement>('.reading-notes')?.hidden).toBe(true)
    give('[^n] b')
    expect(place.querySelector<HTMLElement>('.reading-notes')?.hidden).toBe(false)
    expect(place.querySelector('.reading-notes')?.textContent).toBe('Note')
  })
})

test('headings fit under the title of a page', () => {
  const place = shown(['### a\n\n# b\n\n#### c\n\n## d\n\n'])
  const levels = [...place.querySelectorAll('h1, h2, h3, h4')].map((heading) => heading.getAttribute('aria-level'))
  expect(levels).toEqual(['2', '2', '3', '3'])
})

test.each([
  ['brackets', '['],
  ['quotes', '> '],
  ['bullets', '- '],
  ['stars', '*a '],
  ['backticks', 'a`'],
  ['pipes', '|'],
])('very many %s are shown, and all around them too', (_, unit) => {
  const place = shown([`a *b*\n\n${unit.repeat(20_000)}x\n\nc *d*\n`])
  expect(place.querySelectorAll('em').length).toBeGreaterThan(0)
  expect(place.textContent.startsWith('a b')).toBe(true)
  expect(place.textContent).toMatch(/x[\s\S]*c d$/)
})

test('another text takes the place of the first', () => {
  const { view, place, give, finish } = mounted()
  give('one\n\n[a]: https://a.test\n\n')
  finish()
  view.replace('two [a]')
  finish()
  expect(blocksIn(place).map((block) => block.textContent)).toEqual(['two [a]'])
  expect(place.querySelectorAll('.reading')).toHaveLength(1)
})

test('what is destroyed is gone and asks for no more frames', () => {
  const { view, place, run, waiting } = mounted()
  view.append(paragraphs(3))
  view.destroy()
  view.append('more')
  expect(place.childElementCount).toBe(0)
  run()
  expect(waiting()).toBe(0)
})

test('a long text is taken in steps, between which others have their turn', () => {
  const { view, frames, place, run } = mounted()
  const shownSoFar: number[] = []
  view.append(paragraphs(1_000))
  frames.add({
    step: () => {
      shownSoFar.push(place.querySelectorAll('em').length)
      return shownSoFar.at(-1) !== 1_000
    },
  })
  run()
  expect(new Set(shownSoFar).size).toBeGreaterThan(5)
})

test('a word longer than a line is not kerned, neither as it arrives nor as it stands', () => {
  const { place, give, finish } = mounted()
  const marked = '.reading-unkerned'
  const unkerned = () => blocksIn(place).map((block) => block.matches(marked) || block.querySelector(marked) !== null)
  give(`short words\n\n${'a>'.repeat(40)}`)
  expect(unkerned()).toEqual([false, false])
  give('a>'.repeat(40))
  expect(unkerned()).toEqual([false, true])
  finish()
  expect(unkerned()).toEqual([false, true])
})

describe('a long block goes on in boxes, and keeps its text', () => {
  function textsIn(node: Node): string[] {
    return node instanceof Text ? [node.data] : [...node.childNodes].flatMap(textsIn)
  }
  const boxesIn = (place: HTMLElement) => [...place.querySelectorAll('.reading-box')].map((box) => box.textContent)

  function streamed(text: string): HTMLElement {
    const { place, give, finish } = mounted()
    for (let at = 0; at < text.length; at += 777) give(text.slice(at, at + 777))
    finish()
    return place
  }

  test('of code, ending with a line', () => {
    const code = `${'0123456789\n'.repeat(3_000)}${'x'.repeat(40_000)}`
    const place = streamed(`\`\`\`\n${code}`)
    expect(place.querySelector('code')?.textContent).toBe(code)
    expect(boxesIn(place).length).toBeGreaterThan(3)
    expect(boxesIn(place).every((box) => box.length <= 16_000)).toBe(true)
    expect(boxesIn(place)[0]).toMatch(/^0123456789[\s\S]*\n$/)
  })

  test('of words with marks', () => {
    const place = streamed('some *words* and `code` and '.repeat(1_500))
    expect(boxesIn(place).length).toBeGreaterThan(3)
    expect(boxesIn(place).every((box) => box.length <= 16_000)).toBe(true)
    expect(place.textContent).toBe('some words and code and '.repeat(1_500).trim())
    expect(place.querySelectorAll('em')).toHaveLength(1_500)
  })

  test('of words without end', () => {
    const place = streamed(`${'x'.repeat(60_000)} *y*`)
    expect(place.textContent).toBe(`${'x'.repeat(60_000)} *y*`)
    expect(Math.max(...textsIn(place).map((text) => text.length))).toBeLessThanOrEqual(16_000)
  })
})

describe('work', () => {
  /** How many nodes and texts were changed while a text arrived in small pieces. */
  function changes(text: string): number {
    const { place, give, finish } = mounted()
    const observer = new MutationObserver(() => {})
    observer.observe(place, { childList: true, characterData: true, subtree: true })
    for (let at = 0; at < text.length; at += 16) give(text.slice(at, at + 16))
    finish()
    return observer.takeRecords().length
  }

  test.each([
    ['one paragraph', 'some words with **marks** and `code`, '],
    ['many paragraphs', 'some words with **marks**\n\n'],
    ['one list', '- an item with *words*\n'],
    ['one table', '| a cell | another *one* |\n'],
    ['one fence', 'let line = "of code"\n'],
  ])('on %s grows as the text does: twice the text is at most twice the changes', (name, unit) => {
    const start = name === 'one table' ? '| a | b |\n|-|-|\n' : name === 'one fence' ? '```js\n' : ''
    const of = (length: number) => changes(start + unit.repeat(length / unit.length))
    expect(of(8_000)).toBeLessThan(2.1 * of(4_000) + 50)
  })
})
