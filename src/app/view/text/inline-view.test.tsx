import { describe, expect, test } from 'vitest'
import type { Surroundings } from './block-view.ts'
import { InlineView } from './inline-view.ts'

/** Surroundings that know the label `a`, and count how often they are asked for one. */
function surroundings() {
  const asked: string[] = []
  const around: Surroundings = {
    labels: {
      target: (key) => {
        asked.push(key)
        return key === 'a' ? { url: 'https://a.test', title: '' } : undefined
      },
      note: () => undefined,
    },
    drawMark: () => document.createElement('sup'),
    open: undefined,
    await: () => {},
    headingLevel: () => 1,
    notePlace: () => document.createElement('li'),
    growAt: () => {},
    settle: () => {},
  }
  return { around, asked }
}

function made() {
  const place = document.createElement('p')
  const { around, asked } = surroundings()
  const view = new InlineView(place, around)
  const grow = (text: string, step: number) => {
    for (let end = step; end < text.length; end += step) view.grow(text.slice(0, end))
    return view.finish(text)
  }
  return { place, view, asked, grow }
}

const tags = (place: HTMLElement) => [...place.querySelectorAll('*')].map(({ tagName }) => tagName).join(' ')

test('marks are drawn while they are open, and stay the same elements', () => {
  const { place, view } = made()
  view.grow('a **b')
  const strong = place.querySelector('strong')
  const text = strong?.firstChild
  view.grow('a **b c*')
  view.grow('a **b c** d `e')
  view.finish('a **b c** d `e`')
  expect(place.innerHTML).toBe('a <strong>b c</strong> d <code>e</code>')
  expect(place.querySelector('strong')).toBe(strong)
  expect(strong?.firstChild).toBe(text)
})

test('what is not ours in the place stays in front', () => {
  const place = document.createElement('p')
  place.append(document.createElement('input'), ' ')
  const view = new InlineView(place, surroundings().around)
  view.grow('a *b')
  view.finish('a *b* c')
  expect(tags(place)).toBe('INPUT EM')
  view.redraw('a *b* c')
  expect(tags(place)).toBe('INPUT EM')
  expect(place.textContent).toBe(' a b c')
})

test('labels that nothing defines are told at the end, also those that are settled', () => {
  const { grow } = made()
  expect([...grow(`[x] ${'words '.repeat(100)}[y] [a]`, 5)].sort()).toEqual(['x', 'y'])
})

test('what was taken for a mark and is none becomes text again', () => {
  const { place, view } = made()
  view.grow('a **b c')
  expect(tags(place)).toBe('STRONG')
  view.finish('a **b c')
  expect(place.innerHTML).toBe('a **b c')
})

test('a text that gets shorter at its end, because that became a block of its own, shows no more than it is', () => {
  const { place, view } = made()
  const words = 'some words and words '.repeat(10)
  view.grow(`${words}\n${words}`)
  view.finish(words.trim())
  expect(place.textContent).toBe(words.trim())
})

describe('a long text', () => {
  const unit = 'some *words* and [a] and `code` &amp; more, '

  test('is the same in the end, in whatever pieces it came', { timeout: 30_000 }, () => {
    const text = unit.repeat(300)
    const whole = made()
    whole.grow(text, text.length)
    for (const step of [3, 100, 5_000]) {
      const { place, grow } = made()
      grow(text, step)
      expect(place.textContent).toBe(whole.place.textContent)
      expect(place.querySelectorAll('a, em, code')).toHaveLength(900)
    }
  })

  test('is read in time linear in its length: every label is looked up as often, however long the text is', () => {
    const lookups = (count: number) => {
      const { asked, grow } = made()
      grow(unit.repeat(count), 16)
      return asked.length / count
    }
    const ofShort = lookups(100)
    expect(lookups(1_000)).toBeLessThan(1.2 * ofShort)
    expect(ofShort).toBeLessThan(20)
  })

  test('goes on in boxes', () => {
    const { place, grow } = made()
    grow(unit.repeat(600), 100)
    expect(place.querySelectorAll(':scope > .reading-box').length).toBeGreaterThan(1)
  })

  test('without an end in sight is shown as it came until that is there', () => {
    const { place, view } = made()
    const text = `a *${'b '.repeat(3_000)}`
    view.grow(text)
    expect(place.textContent).toBe(text)
    view.finish(`${text}c*`)
    expect(place.querySelector('em')?.textContent).toContain('b c')
  })

  test('that is too long to be drawn at once stays as it came', () => {
    const { place, view } = made()
    const text = '*b '.repeat(20_000)
    view.grow(text)
    view.finish(`${text}c`)
    expect(place.textContent).toBe(`${text}c`)
  })
})
