import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useRowWindow } from './use-row-window.ts'

afterEach(cleanup)

const rowHeight = 50

function Rows({ count }: { count: number }) {
  const box = useRef<HTMLUListElement>(null)
  const { first, last, height } = useRowWindow(box, count, rowHeight)
  return (
    <ul ref={box}>
      <li style={{ height }}>{`${first} to ${last}`}</li>
    </ul>
  )
}

/** Scrolls as a browser does, and tells which rows stand there without waiting for anything. */
function scrolledTo(top: number): readonly [first: number, last: number] {
  const box = screen.getByRole('list')
  box.scrollTop = top
  box.dispatchEvent(new Event('scroll'))
  const [first = 0, last = 0] = (box.textContent ?? '').split(' to ').map(Number)
  return [first, last]
}

test('a leap is drawn at once, with spare rows on both sides, and not beyond the ends', () => {
  render(<Rows count={1000} />)
  const seen = 600 / rowHeight
  for (const row of [0, 3, 400, 1000 - seen]) {
    const [first, last] = scrolledTo(row * rowHeight)
    expect(first).toBeLessThanOrEqual(Math.max(0, row - 5))
    expect(last).toBeGreaterThanOrEqual(Math.min(1000, row + seen + 5))
    expect(last - first).toBeLessThan(seen + 15)
    expect([first >= 0, last <= 1000]).toEqual([true, true])
  }
})

test('a list of millions reaches its last row', () => {
  render(<Rows count={3_000_000} />)
  const [, last] = scrolledTo(15_000_000 - 600)
  expect(last).toBe(3_000_000)
})
