import { expect, test } from 'vitest'
import { inForce, type Judgement, latestBy, readJudgement, scoresBy, united, voteIn } from './judgements.ts'

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

test('the latest score of a person counts, and one that is none of 1 to 5 is none', () => {
  const score = (id: string, run: string, value: unknown, by = 'Ada') =>
    record(id, Number(id), { kind: 'score', runs: [run], value, by })
  const held = [score('1', 'a', 2), score('2', 'a', 4), score('3', 'b', 3), score('4', 'b', null)]
  const odd = [score('5', 'c', 6), score('6', 'd', '4'), score('7', 'e', 1.5), score('8', 'a', 1, 'Bo')]
  expect(scoresBy([...held, ...odd], 'Ada')).toEqual(new Map([['a', 4]]))
})
