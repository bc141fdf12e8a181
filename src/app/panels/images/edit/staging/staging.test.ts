import { expect, test } from 'vitest'
import { noStaging, type Staging, type StagingEvent, staged, stagedIndex, stagedRun, steppedIndex } from './staging.ts'

const after = (...events: readonly StagingEvent[]): Staging => events.reduce(staged, noStaging)
const sent = (run: string): StagingEvent => ({ kind: 'sent', run })
const shown = (run: string, place: number): StagingEvent => ({ kind: 'shown', run, place })
const discarded = (run: string, was: 'whole' | 'partial' = 'whole'): StagingEvent => ({ kind: 'discarded', run, was })
const worked: StagingEvent = { kind: 'worked' }
const rebased: StagingEvent = { kind: 'rebased' }

const pair = [{ place: 0 }, { place: 2 }]

test('the result of the run that was sent last gets the canvas, its first picture first', () => {
  const state = after(sent('a'))
  expect([stagedRun(state), stagedIndex(state, pair), stagedIndex(state, [])]).toEqual(['a', 0, undefined])
})

test('whoever painted meanwhile keeps the canvas and is offered the result', () => {
  const state = after(sent('a'), worked)
  expect([stagedRun(state), state.next]).toEqual([undefined, { run: 'a', gets: 'offer' }])
  expect(stagedRun(staged(state, shown('a', 0)))).toBe('a')
})

test('what was painted before a run was sent does not count', () => {
  expect(stagedRun(after(worked, sent('a')))).toBe('a')
})

test('a step to another picture of the run stays, and so does one that came back after a reload', () => {
  const state = after(sent('a'), shown('a', 2))
  expect([stagedIndex(state, pair), state.next]).toEqual([1, undefined])
  expect(staged(state, sent('a'))).toBe(state)
})

test('a picture that is gone leaves the canvas to the base', () => {
  expect(stagedIndex(after(shown('a', 7)), pair)).toBeUndefined()
})

test('sending shows the base again, which is what is sent', () => {
  const state = after(sent('a'), shown('a', 0), sent('b'))
  expect(state).toEqual({ next: { run: 'b', gets: 'canvas' } })
})

test('whoever looks at another result is offered the new one', () => {
  const state = after(sent('b'), shown('a', 0))
  expect([stagedRun(state), state.next]).toEqual(['a', { run: 'b', gets: 'offer' }])
})

test('a discarded result does not come back by itself, and an offer of another run stays', () => {
  expect(after(sent('a'), discarded('a'))).toEqual(noStaging)
  expect(after(sent('b'), shown('a', 0), discarded('a'))).toEqual({ next: { run: 'b', gets: 'offer' } })
})

test('a preview that is discarded is offered again as a result', () => {
  expect(after(sent('a'), discarded('a', 'partial')).next).toEqual({ run: 'a', gets: 'offer' })
  expect(after(sent('a'), shown('a', 0), discarded('a', 'partial')).next).toEqual({ run: 'a', gets: 'offer' })
})

test('another base ends what stands on it; a result still to come is offered', () => {
  expect(after(sent('a'), shown('a', 0), rebased)).toEqual(noStaging)
  expect(after(sent('a'), rebased).next?.gets).toBe('offer')
  expect(staged(noStaging, rebased)).toBe(noStaging)
})

test('steps go round', () => {
  expect([steppedIndex(0, -1, 3), steppedIndex(2, 1, 3), steppedIndex(0, 1, 1)]).toEqual([2, 0, 0])
})
