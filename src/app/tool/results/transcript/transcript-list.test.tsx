import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Playback } from '../../../view/media/player/playback.ts'
import { withCopy } from './text/edited.ts'
import type { Transcript } from './text/transcript.ts'
import { TranscriptList } from './transcript-list.tsx'

afterEach(cleanup)

const word = (text: string, start: number, confidence = 1) => ({ text, start, end: start + 0.4, confidence })
const spoken: Transcript = {
  text: 'One two. Three.',
  segments: [
    { start: 0, end: 1.4, text: 'One two.', speaker: 'A', words: [word('One', 0), word('two', 1, 0.2)] },
    { start: 2, end: 2.4, text: 'Three.', speaker: 'B', words: [word('Three', 2)] },
    { start: 3, end: 4, text: 'שלום עולם', speaker: 'B', words: [] },
  ],
}

function shown(copy = {}) {
  const playback = new Playback()
  const written: unknown[] = []
  const write = (...given: unknown[]) => void written.push(given)
  const transcript = withCopy(spoken, copy)
  render(<TranscriptList transcript={transcript} box={createRef()} playback={playback} write={write} />)
  return { playback, written, rows: within(screen.getByRole('list')).getAllByRole('listitem') }
}

test('the row and the word at the position of the player are marked, and none in a pause', () => {
  const { playback, rows } = shown()
  const marked = () => [
    rows.findIndex((row) => row.hasAttribute('aria-current')),
    document.querySelector('[data-now]')?.textContent,
  ]
  act(() => playback.seek(1.1))
  expect(marked()).toEqual([0, 'two'])
  act(() => playback.seek(2.1))
  expect(marked()).toEqual([1, 'Three'])
  act(() => playback.seek(9))
  expect(marked()).toEqual([-1, undefined])
})

test('a press on a word seeks to it, and a press on a time plays from there', async () => {
  const { playback } = shown()
  await userEvent.click(screen.getByText('Three'))
  expect(playback.time()).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: /^Play from 0:00/ }))
  expect(playback.time()).toBe(0)
})

test('arrow keys and J and K go from segment to segment, and E edits the one with the focus', async () => {
  const { written } = shown()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  screen.getByRole('group', { name: 'Transcript' }).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toMatch(/^Play from 0:02/)
  await userEvent.keyboard('jk')
  expect(focused()).toMatch(/^Play from 0:02/)
  await userEvent.keyboard('e')
  await userEvent.keyboard('{End} Four.')
  expect(written).toEqual([])
  await userEvent.keyboard('{Escape}')
  expect(written).toEqual([[1, 'Three. Four.']])
  expect(focused()).toMatch(/^Play from 0:02/)
})

test('each change of speaker is named, low confidence is said in words, and each text has its own direction', () => {
  const { rows } = shown({ speakers: { B: 'Ada' } })
  expect(rows.map((row) => within(row).queryByText(/^(A|Ada)$/)?.textContent)).toEqual(['A', 'Ada', undefined])
  expect(screen.getByTitle('Low confidence: 20 %').textContent).toBe('two')
  expect(screen.getByText('שלום עולם').getAttribute('dir')).toBe('auto')
})

test('the box follows the player until the person scrolls', () => {
  shown()
  expect(screen.queryByRole('button', { name: 'Follow playback' })).toBeNull()
  fireEvent.wheel(screen.getByRole('group', { name: 'Transcript' }))
  fireEvent.click(screen.getByRole('button', { name: 'Follow playback' }))
  expect(screen.queryByRole('button', { name: 'Follow playback' })).toBeNull()
})
