import { expect, test } from 'vitest'
import { boxLength, TailText } from './tail-text.ts'

function made() {
  const place = document.createElement('p')
  return { place, tail: new TailText(place) }
}

const partsOf = (place: HTMLElement) => [place.firstChild, ...place.children].map((part) => part?.textContent ?? '')

test('short text is one text node', () => {
  const { place, tail } = made()
  tail.append('a ')
  tail.append('')
  tail.append('b')
  expect(place.childNodes).toHaveLength(1)
  expect([place.textContent, tail.length, tail.box]).toEqual(['a b', 3, place])
})

test('long text goes on in boxes, and only the last of them grows', () => {
  const { place, tail } = made()
  const line = `${'x'.repeat(99)}\n`
  for (let at = 0; at < 300; at++) tail.append(line)
  const parts = partsOf(place)
  expect(place.textContent).toBe(line.repeat(300))
  expect(parts.map((part) => part.length)).toEqual([boxLength, boxLength, boxLength, 30_000 - 3 * boxLength])
  expect(tail.box).toBe(place.lastElementChild)
})

test('a box ends with a line where one ends soon, and in the middle of one that does not', () => {
  const lines = made()
  lines.tail.append(`${'x'.repeat(boxLength + 500)}\n${'y'.repeat(10)}`)
  expect(partsOf(lines.place).map((part) => part.length)).toEqual([boxLength + 501, 10])
  const { place, tail } = made()
  tail.append('x'.repeat(5 * boxLength))
  expect(partsOf(place).every((part) => part.length <= 2 * boxLength)).toBe(true)
  expect(place.textContent).toHaveLength(5 * boxLength)
})

test('where the pieces of a text end makes no difference to its boxes', () => {
  const text = `${'a line of words\n'.repeat(1_500)}${'x'.repeat(20_000)}\nend`
  const whole = made()
  whole.tail.append(text)
  for (const size of [1, 7, 1_000, 9_999]) {
    const { place, tail } = made()
    for (let at = 0; at < text.length; at += size) tail.append(text.slice(at, at + size))
    expect(partsOf(place)).toEqual(partsOf(whole.place))
  }
})
