import { describe, expect, test, vi } from 'vitest'
import { Frames } from './frames.ts'
import { parseBlock } from './parse-block.ts'
import { mountText } from './text-view.ts'

/** A text whose frames and parser come when the test says so. */
function mounted({ parser = true } = {}) {
  const callbacks: (() => void)[] = []
  const frames = new Frames({ request: (callback) => callbacks.push(callback), now: () => 0 })
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  let loaded = () => {}
  const promise = new Promise<typeof parseBlock>((resolve) => {
    loaded = () => resolve(parseBlock)
    if (parser) loaded()
  })
  const view = mountText(place, { frames, loadParser: () => promise })
  const settle = async () => {
    await promise
    run()
  }
  const run = () => {
    for (let callback = callbacks.shift(); callback; callback = callbacks.shift()) callback()
  }
  const blocks = () => [...place.querySelectorAll('.reading-block')]
  return { place, view, run, settle, blocks, loaded, waiting: () => callbacks.length }
}

const paragraphs = (count: number) => Array.from({ length: count }, (_, at) => `paragraph *${at}*\n\n`).join('')

describe('while text arrives', () => {
  test('only the last text node is touched', async () => {
    const { view, place, settle, blocks } = mounted()
    await settle()
    view.append('# Title\n\nThe quick')
    await settle()
    const [title, open] = blocks()
    const tail = open?.querySelector('p')?.firstChild
    const changed = vi.fn()
    const observer = new MutationObserver(changed)
    observer.observe(place, { childList: true, attributes: true, subtree: true })
    view.append(' brown')
    view.append(' fox')
    await settle()
    expect(tail?.textContent).toBe('The quick brown fox')
    expect(blocks()).toEqual([title, open])
    expect(open?.querySelector('p')?.firstChild).toBe(tail)
    expect(observer.takeRecords()).toEqual([])
    expect(changed).not.toHaveBeenCalled()
  })

  test('the caret stands behind the last character, and goes at the end', async () => {
    const { view, place, settle } = mounted()
    const caret = () => place.querySelector('.reading-caret')
    view.append('a\n\nb')
    await settle()
    expect(caret()?.previousSibling?.textContent).toBe('b')
    view.append('\n\n```js\nlet a')
    await settle()
    expect(caret()?.parentElement?.tagName).toBe('CODE')
    view.finish()
    await settle()
    expect(caret()).toBeNull()
  })

  test('a heading and a fence are themselves from the first', async () => {
    const { view, place, settle } = mounted()
    view.append('## Ti')
    await settle()
    expect(place.querySelector('h2')?.textContent).toBe('Ti')
    view.append('tle\n```py\nprint(')
    await settle()
    expect(place.querySelector('.reading-code-head span')?.textContent).toBe('Python')
    expect(place.querySelector('pre code')?.textContent).toBe('print(')
  })

  test('a finished fence keeps its element, and the closing mark is never seen', async () => {
    const { view, place, settle } = mounted()
    const seen: (string | undefined)[] = []
    for (const character of '```js\na\n\nb\n```\nc') {
      view.append(character)
      await settle()
      seen.push(place.querySelector('pre code')?.textContent)
    }
    expect(seen.join('')).not.toContain('`')
    expect(place.querySelector('pre code')?.textContent).toBe('a\n\nb')
  })

  test('a block is shown as plain text until the parser is there', async () => {
    const { view, place, run, settle, loaded } = mounted({ parser: false })
    view.append('a *b*\n\nc')
    run()
    expect(place.querySelector('p')?.textContent).toBe('a *b*')
    loaded()
    await settle()
    expect(place.querySelector('em')?.textContent).toBe('b')
  })

  test('a list that breaks into a paragraph takes its line with it', async () => {
    const { view, blocks, settle } = mounted()
    view.append('para\n- it')
    await settle()
    view.append('em\n- two')
    await settle()
    expect(blocks().map((block) => block.textContent)).toEqual(['para', '- item\n- two'])
  })
})

test('every way of cutting a text ends in the same page', { timeout: 60_000 }, async () => {
  const text = `# T\n\n- a\n\n- [b][r]\n\n| a |\n|-|\n| *1* |\n\n\`\`\`js\nx\n\`\`\`\npara[^n]\n\n[r]: https://a.test\n\n[^n]: note\n`
  const pageOf = async (pieces: readonly string[]) => {
    const { view, place, settle } = mounted()
    for (const piece of pieces) {
      view.append(piece)
      await settle()
    }
    view.finish()
    await settle()
    return place.innerHTML.replaceAll(/text-\d+-/g, '')
  }
  const whole = await pageOf([text])
  expect(whole).toContain('<em>1</em>')
  for (let at = 1; at < text.length; at += 7) expect(await pageOf([text.slice(0, at), text.slice(at)])).toBe(whole)
  expect(await pageOf([...text])).toBe(whole)
})

test('blocks stand in groups of eight', async () => {
  const { view, place, settle } = mounted()
  view.append(paragraphs(20))
  view.finish()
  await settle()
  expect([...place.querySelectorAll('.reading-group')].map((group) => group.childElementCount)).toEqual([8, 8, 4])
  expect(place.querySelectorAll('em')).toHaveLength(20)
})

test('a reference becomes a link when its definition comes, and the first definition stands', async () => {
  const { view, place, settle } = mounted()
  view.append('[One] and [two][TWO].\n\n')
  await settle()
  expect(place.querySelector('a')).toBeNull()
  view.append('[one]: https://one.test\n[two]: https://two.test\n\n[one]: https://other.test\n\n[one]\n\n')
  await settle()
  expect([...place.querySelectorAll('a')].map((anchor) => anchor.href)).toEqual([
    'https://one.test/',
    'https://two.test/',
    'https://one.test/',
  ])
})

test('footnotes are numbered in reading order and lead there and back without touching the address', async () => {
  const { view, place, settle } = mounted()
  view.append('First[^b], second[^a], first again[^b].\n\n[^a]: Note a\n\n[^b]: Note **b**\n\n')
  view.finish()
  await settle()
  expect([...place.querySelectorAll('sup')].map((mark) => mark.textContent)).toEqual(['1', '2', '1'])
  const notes = [...place.querySelectorAll('.reading-notes li')]
  expect(notes.map((note) => note.textContent)).toEqual(['Note b ↩', 'Note a ↩'])
  expect(place.querySelectorAll('[id]')).toHaveLength(4)
  place.querySelector('sup a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(document.activeElement).toBe(notes[0])
  expect(location.hash).toBe('')
})

test('headings fit under the title of a page', async () => {
  const { view, place, settle } = mounted()
  view.append('### a\n\n# b\n\n#### c\n\n## d\n\n')
  await settle()
  const levels = [...place.querySelectorAll('h1, h2, h3, h4')].map((heading) => heading.getAttribute('aria-level'))
  expect(levels).toEqual(['2', '2', '3', '3'])
})

test('a block that could hold up the page stays plain, and whole', async () => {
  const { view, place, settle, blocks } = mounted()
  const bomb = '['.repeat(30_000)
  view.append(`a *b*\n\n${bomb}\n\nc`)
  view.finish()
  await settle()
  expect(blocks().map((block) => block.textContent.length)).toEqual([3, 30_000, 1])
  expect(place.querySelector('em')).not.toBeNull()
})

test('a parser that fails leaves the text standing', async () => {
  const frames = new Frames({ request: (callback) => queueMicrotask(callback), now: () => 0 })
  const place = document.createElement('div')
  const broken = () => {
    throw new RangeError('too deep')
  }
  const view = mountText(place, { frames, loadParser: async () => broken })
  view.append('a *b*\n\nc *d*')
  view.finish()
  await vi.waitFor(() => expect(place.textContent).toBe('a *b*c *d*'))
})

test('another text takes the place of the first', async () => {
  const { view, place, settle, blocks } = mounted()
  view.append('one\n\n[a]: https://a.test\n\n')
  view.finish()
  await settle()
  view.replace('two [a]')
  view.finish()
  await settle()
  expect(blocks().map((block) => block.textContent)).toEqual(['two [a]'])
  expect(place.querySelectorAll('.reading')).toHaveLength(1)
})

test('what is destroyed is gone and asks for no more frames', async () => {
  const { view, place, settle, waiting } = mounted()
  view.append(paragraphs(3))
  view.destroy()
  view.append('more')
  expect(place.childElementCount).toBe(0)
  await settle()
  expect(waiting()).toBe(0)
})

test('a word longer than a line is not kerned, neither as it arrives nor as it stands', async () => {
  const { view, settle, blocks } = mounted()
  const marked = '.reading-unkerned'
  const unkerned = () => blocks().map((block) => block.matches(marked) || block.querySelector(marked) !== null)
  view.append(`short words\n\n${'>a'.repeat(40)}`)
  await settle()
  expect(unkerned()).toEqual([false, false])
  view.append('>a'.repeat(40))
  await settle()
  expect(unkerned()).toEqual([false, true])
  view.finish()
  await settle()
  expect(unkerned()).toEqual([false, true])
})

test('a long block goes on in boxes that end with a line, and keeps its text', async () => {
  const { view, settle, blocks } = mounted()
  const text = `${'0123456789 \n'.repeat(3_000)}${'x'.repeat(40_000)}`
  for (let at = 0; at < text.length; at += 777) view.append(text.slice(at, at + 777))
  view.finish()
  await settle()
  const boxes = [...(blocks()[0]?.querySelectorAll('.reading-box') ?? [])].map((box) => box.textContent)
  expect(blocks()[0]?.textContent).toBe(text)
  expect(boxes.length).toBeGreaterThan(3)
  expect(boxes.every((box) => box.length <= 16_000)).toBe(true)
  expect(boxes[0]).toMatch(/^0123456789[\s\S]*\n$/)
})
