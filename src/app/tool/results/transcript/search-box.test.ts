import { expect, test, vi } from 'vitest'
import { addMarks } from './search-box.tsx'

test('two transcripts on one page mark their matches in the same highlight, and each removes only its own', () => {
  const highlights = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', Set)
  const [one, other] = [{}, {}] as Range[]
  const clear = addMarks('found', [one, undefined])
  addMarks('found', [other])
  expect(highlights.get('found')).toEqual(new Set([one, other]))
  clear()
  expect([...(highlights.get('found') ?? [])]).toEqual([other])
})
