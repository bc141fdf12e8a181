import { expect, test } from 'vitest'
import { Footnotes } from './footnotes.ts'

function made() {
  const root = document.createElement('div')
  const body = document.createElement('p')
  root.append(body)
  const notes = new Footnotes(root)
  const note = (label: string, text: string) => notes.place(label).append(text)
  const settle = () => [...notes.settle()]
  const shown = () => [...root.querySelectorAll('li')].map((item) => item.textContent)
  const marks = () => [...root.querySelectorAll('sup')].map((mark) => mark.textContent)
  return { root, body, notes, settle, note, shown, marks, box: root.querySelector<HTMLElement>('.reading-notes') }
}

test('a note is shown once a mark refers to it, whichever comes first', () => {
  const { body, notes, note, shown, box } = made()
  note('a', 'A')
  expect([box?.hidden, shown()]).toEqual([true, []])
  body.append(notes.mark('b'), notes.mark('a'))
  expect(shown()).toEqual(['A'])
  note('b', 'B')
  expect([box?.hidden, shown()]).toEqual([false, ['B', 'A']])
})

test('marks of one label have one number', () => {
  const { body, notes, marks } = made()
  body.append(notes.mark('a'), notes.mark('b'), notes.mark('a'))
  expect(marks()).toEqual(['1', '2', '1'])
})

test('at the end all are numbered as they stand, and lead back to their first mark', () => {
  const { root, body, notes, settle, note, shown, marks } = made()
  const late = notes.mark('late')
  const first = notes.mark('first')
  body.append(first, late, notes.mark('first'))
  note('late', 'L')
  note('first', 'F')
  settle()
  expect(marks()).toEqual(['1', '2', '1'])
  expect(shown()).toEqual(['F ↩', 'L ↩'])
  for (const item of root.querySelectorAll('li')) {
    const back = item.querySelector('a')?.getAttribute('href')?.slice(1)
    const mark = root.querySelector(`[id="${back}"]`)
    expect(mark?.getAttribute('href')).toBe(`#${item.id}`)
  }
})

test('a mark that is gone takes its note with it', () => {
  const { body, notes, settle, note, shown, box } = made()
  const mark = notes.mark('a')
  body.append(mark)
  note('a', 'A')
  mark.remove()
  settle()
  expect([box?.hidden, shown()]).toEqual([true, []])
})

test('notes may be settled again, and have one way back each', () => {
  const { root, body, notes, settle, note } = made()
  body.append(notes.mark('a'))
  note('a', 'A')
  settle()
  settle()
  expect(root.querySelectorAll('li')).toHaveLength(1)
  expect(root.querySelectorAll('li a')).toHaveLength(1)
})

test('notes that only notes refer to are shown behind those', () => {
  const { body, notes, settle, note, shown, marks } = made()
  body.append(notes.mark('a'))
  const place = notes.place('a')
  place.append('A', notes.mark('b'))
  note('b', 'B')
  settle()
  expect(shown()).toEqual(['A2 ↩', 'B ↩'])
  expect(marks()).toEqual(['1', '2'])
})

test('no label makes an id', () => {
  const { root, body, notes, settle, note } = made()
  body.append(notes.mark('root" onclick="x'))
  note('root" onclick="x', 'A')
  settle()
  const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(ids.every((id) => /^text-\d+-(?:note|mark)-1$/.test(id))).toBe(true)
})
