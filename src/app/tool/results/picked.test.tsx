import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Run } from '../../run/run.ts'
import { usePicked } from './picked.ts'
import type { ResultFile } from './result-file.ts'

afterEach(cleanup)

const fileOf = (place: number, type = 'video/mp4'): ResultFile => {
  const blob = new Blob([], { type })
  return { place, file: { id: `${place}`, run: 'r', role: 'output', type, size: 1, sha256: `${place}`, blob } }
}
// The hook reads nothing else of a run.
const run = { id: 'r' } as Run

function start() {
  const { result } = renderHook(usePicked)
  return {
    flip: (file: ResultFile) => act(() => result.current.flip(run, file)),
    places: () => result.current.files.map(({ place }) => place),
    isChosen: (file: ResultFile) => result.current.isChosen(run, file),
  }
}

test('files are picked and put back, and a fifth takes the place of the first', () => {
  const picked = start()
  for (const place of [0, 1, 2, 3]) picked.flip(fileOf(place))
  picked.flip(fileOf(1))
  expect(picked.places()).toEqual([0, 2, 3])
  expect(picked.isChosen(fileOf(1))).toBe(false)
  for (const place of [4, 5]) picked.flip(fileOf(place))
  expect(picked.places()).toEqual([2, 3, 4, 5])
})

test('only files of one kind are compared: another kind begins anew', () => {
  const picked = start()
  for (const place of [0, 1]) picked.flip(fileOf(place))
  picked.flip(fileOf(2, 'image/png'))
  expect(picked.places()).toEqual([2])
  picked.flip(fileOf(3, 'image/jpeg'))
  expect(picked.places()).toEqual([2, 3])
})
