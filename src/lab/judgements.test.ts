import { expect, test } from 'vitest'
import { inForce, type Judgement, latestBy, readJudgement, united, voteIn } from './judgements.ts'

const record = (id: string, at: number, own: Partial<Judgement> = {}): Judgement => ({
  ...{ id, runs: ['r'], kind: 'verdict', value: 'pass', by: 'Ada', at, blind: false },
  ...own,
})

test('a record that was taken back does not hold, and its person has said what was said before', () => {
  const held = inForce([
    record('3', 3, { kind: 'undo', value: '2' }),
    record('2', 2, { value: 'fail' }),
    record('1', 1),
    record('4', 4, { by: 'Bo', value: 'fail' }),
  ])
  expect(held.map(({ id }) => id)).toEqual(['1', '4'])
  expect(latestBy(held, 'verdict', 'Ada').get('r')?.value).toBe('pass')
  expect(latestBy(held, 'verdict', 'Bo').get('r')?.value).toBe('fail')
  expect(latestBy(held, 'note', 'Ada').size).toBe(0)
})

test('a record holds again where its undo was taken back', () => {
  const undo = (id: string, at: number, value: string) => record(id, at, { kind: 'undo', value })
  expect(inForce([record('1', 1), undo('2', 2, '1'), undo('3', 3, '2')]).map(({ id }) => id)).toEqual(['1'])
})

test('of two browsers each record is there once', () => {
  expect(united([record('1', 1), record('2', 2)], [record('2', 2), record('3', 3)]).map(({ id }) => id)).toEqual([
    ...['2', '3', '1'],
  ])
})

test.each([
  [{ ...record('1', 1), blind: undefined, newer: 7 }, record('1', 1)],
  [{ ...record('1', 1), kind: 'rank' }, undefined],
  [{ ...record('1', 1), runs: [] }, undefined],
  [{ ...record('1', 1), at: '1' }, undefined],
  ['text', undefined],
])('what is stored is read as far as it is known: %j', (value, expected) => {
  expect(readJudgement(value)).toEqual(expected)
})

test('a vote is read with what it leaves out', () => {
  expect(voteIn(record('1', 1, { kind: 'vote', value: { best: 1 } }))).toEqual({ best: 1, lengths: [], named: false })
  expect(voteIn(record('1', 1, { kind: 'vote', value: { best: 'both' } }))).toBeUndefined()
  expect(voteIn(record('1', 1, { value: { best: 1 } }))).toBeUndefined()
})
