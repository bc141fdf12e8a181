import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Splitter } from './splitter.tsx'
import { Tabs } from './tabs.tsx'
import { rowStarts } from './text-rows.tsx'

afterEach(cleanup)

const tabs = [
  { id: 'one', title: 'One' },
  { id: 'two', title: 'Two' },
] as const

function Sample() {
  const [value, setValue] = useState<'one' | 'two'>('one')
  return (
    <Tabs name="Sample" tabs={tabs} value={value} onChange={setValue}>
      Panel {value}
    </Tabs>
  )
}

function Edge() {
  const [width, setWidth] = useState(340)
  return <Splitter name="Edge" value={width} min={320} max={400} onChange={setWidth} />
}

test('arrows choose a tab and take the focus along, round and round', async () => {
  render(<Sample />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('Panel two')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Two' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'One' })).toBeTruthy()
  await userEvent.keyboard('{End}{Tab}')
  expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'Two' }))
})

test('an edge is moved by keys and stops at its ends', async () => {
  render(<Edge />)
  const edge = screen.getByRole('separator', { name: 'Edge' })
  edge.focus()
  const widths: (string | null)[] = []
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'End', 'Home']) {
    await userEvent.keyboard(`{${key}}`)
    widths.push(edge.getAttribute('aria-valuenow'))
  }
  expect(widths).toEqual(['364', '340', '320', '400', '320'])
})

test('a text is cut into rows at its lines and at the width, never through a character', () => {
  const cut = (text: string, columns: number) => {
    const starts = rowStarts(text, columns)
    return starts.slice(0, -1).map((start, at) => text.slice(start, starts[at + 1]))
  }
  expect(cut('ab\ncdefg', 3)).toEqual(['ab\n', 'cde', 'fg'])
  expect(cut('', 3)).toEqual([''])
  expect(cut('a\n', 3)).toEqual(['a\n', ''])
  expect(cut('ab🙂cd', 3)).toEqual(['ab🙂', 'cd'])
  expect(cut('x'.repeat(5000), 2)).toHaveLength(2500)
})
