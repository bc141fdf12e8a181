import { expect, test } from 'vitest'
import type { BlockView } from './block-view.ts'
import { ContainerView } from './list-view.ts'
import type { Block, Paragraph } from './markdown/block.ts'

/** A container whose views write down what they are told. */
function made(place: 'text' | 'block' = 'block') {
  const log: string[] = []
  const children: Block[] = []
  const draw = (block: Block): BlockView => {
    const shown = document.createElement('p')
    const name = block.kind === 'paragraph' ? block.text : block.kind
    shown.textContent = name
    return {
      element: block.kind === 'note' ? undefined : shown,
      grow: () => log.push(`${name} grows`),
      finish: () => log.push(`${name} ends`),
    }
  }
  const view = new ContainerView(children, document.createElement('div'), draw, place)
  const taken = () => log.splice(0)
  return { children, view, taken }
}

const paragraph = (text: string): Paragraph => ({ kind: 'paragraph', text })

test('only the last child grows, and all before it end once', () => {
  const { children, view, taken } = made()
  children.push(paragraph('a'))
  view.grow()
  view.grow()
  expect(taken()).toEqual(['a grows', 'a grows'])
  children.push(paragraph('b'), paragraph('c'))
  view.grow()
  expect(taken()).toEqual(['a ends', 'b ends', 'c grows'])
  view.finish()
  expect(taken()).toEqual(['c grows', 'c ends'])
  view.finish()
  expect(taken()).toEqual([])
  expect(view.element.textContent).toBe('abc')
})

test('a last child that became another one is drawn anew, and one that became nothing is gone', () => {
  const { children, view } = made()
  children.push(paragraph('a'), paragraph('b'))
  view.grow()
  const [first] = view.element.children
  children.splice(-1, 1, { kind: 'rule' })
  view.grow()
  expect(view.element.textContent).toBe('arule')
  children.pop()
  view.grow()
  children.push(paragraph('c'))
  view.grow()
  expect(view.element.textContent).toBe('ac')
  expect(view.element.firstElementChild).toBe(first)
})

test('what has no element stands nowhere', () => {
  const { children, view, taken } = made()
  children.push(paragraph('a'), { kind: 'note', label: '^n', children: [] })
  view.grow()
  expect(view.element.childElementCount).toBe(1)
  expect(taken()).toEqual(['a ends', 'note grows'])
})

test('the blocks of a text stand in groups, those of a block only if they are very many', () => {
  const groups = (place: 'text' | 'block', count: number) => {
    const { children, view } = made(place)
    for (let at = 0; at < count; at++) children.push(paragraph('a'))
    view.grow()
    return [...view.element.querySelectorAll('.reading-group')].map((group) => group.childElementCount)
  }
  expect(groups('text', 20)).toEqual([8, 8, 4])
  expect(groups('block', 20)).toEqual([])
  expect(groups('block', 80)).toEqual([8, 8])
})

test('the groups of a long text stand in larger groups, all blocks in order', () => {
  const { children, view } = made('text')
  for (let at = 0; at < 1_000; at++) children.push(paragraph(`${at} `))
  view.grow()
  expect(view.element.childElementCount).toBeLessThan(40)
  expect(
    Math.max(...[...view.element.querySelectorAll('.reading-group')].map((group) => group.childElementCount)),
  ).toBe(32)
  expect(view.element.textContent).toBe(children.map((_, at) => `${at} `).join(''))
})

test('an item of words that is over when it comes is put into its place as a whole, and one that holds more is not', () => {
  const words: Block = { kind: 'item', children: [paragraph('a')] }
  const more: Block = { kind: 'item', children: [{ kind: 'table', columns: [], rows: [] }] }
  const ends: string[] = []
  const draw = (block: Block): BlockView => {
    const item = document.createElement('li')
    const end = () => ends.push(`${block === words ? 'words' : 'more'} ${item.parentElement ? 'in place' : 'apart'}`)
    return { element: item, grow: () => {}, finish: end }
  }
  const view = new ContainerView([words, more, words], document.createElement('ul'), draw)
  view.grow()
  expect(ends).toEqual(['words apart', 'words in place', 'more in place'])
  expect(view.element.childElementCount).toBe(3)
})
