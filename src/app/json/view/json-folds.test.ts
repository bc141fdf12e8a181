import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { indexJson, JsonIndexer } from './json-index.ts'
import { JsonFolds, moveFor } from './use-json-tree.ts'

const index = indexJson('{"a":{"b":1,"c":[2,3]},"d":4}')

test('a small document is unfolded, a large one as far as it can be looked over', () => {
  expect([...new JsonFolds(index).rows]).toEqual([0, 1, 2, 3, 4, 5, 6])
  const long = indexJson(JSON.stringify({ list: Array.from({ length: 5000 }, (_, at) => ({ at })) }))
  expect([...new JsonFolds(long).rows]).toEqual([0, 1])
})

test('a folded container hides all that it holds, and a hidden node is brought to light', () => {
  const folds = new JsonFolds(index)
  folds.fold(1, true)
  expect([...folds.rows]).toEqual([0, 1, 6])
  expect(folds.rowOf(4)).toBe(1)
  folds.reveal(5)
  expect(folds.rows).toContain(5)
  folds.foldAll(true)
  expect([...folds.rows]).toEqual([0, 1, 6])
})

test('what is folded stays so while the text grows, and new values come to it', () => {
  const text = JSON.stringify({ a: { b: 1, c: [2, 3] }, d: { e: 4 }, f: 'x' })
  const indexer = new JsonIndexer('')
  indexer.grow(text.slice(0, 12))
  const folds = new JsonFolds(indexer.soFar())
  folds.fold(1, true)
  for (let end = 13; end <= text.length; end += 1) {
    indexer.grow(text.slice(0, end))
    folds.grow(indexer.soFar())
  }
  folds.grow(indexer.done())
  const after = new JsonFolds(indexJson(text))
  after.fold(1, true)
  expect([...folds.rows]).toEqual([...after.rows])
  folds.fold(1, false)
  expect([...folds.rows]).toEqual([...new JsonFolds(indexJson(text)).rows])
})

test('a growing list that can no longer be looked over folds what comes', () => {
  const text = JSON.stringify(Array.from({ length: 1500 }, (_, at) => ({ at })))
  const indexer = new JsonIndexer('')
  indexer.grow(text.slice(0, 1))
  const folds = new JsonFolds(indexer.soFar())
  indexer.grow(text)
  folds.grow(indexer.done())
  expect(folds.rows.length).toBe(1 + 500 * 2 + 1000)
  folds.foldAll(false)
  expect(folds.rows.length).toBe(3001)
})

test('the keys of a tree', () => {
  const folds = new JsonFolds(index)
  const move = (key: string, active: number) => moveFor(key, { index, folds, active, page: 3 })
  expect(move('ArrowDown', 0)).toEqual({ kind: 'go', node: 1 })
  expect(move('ArrowUp', 0)).toEqual({ kind: 'go', node: 0 })
  expect(move('ArrowRight', 1)).toEqual({ kind: 'go', node: 2 })
  expect(move('ArrowLeft', 1)).toEqual({ kind: 'fold', node: 1, folded: true })
  expect(move('ArrowLeft', 2)).toEqual({ kind: 'go', node: 1 })
  expect(move('PageDown', 1)).toEqual({ kind: 'go', node: 4 })
  expect(move('End', 1)).toEqual({ kind: 'go', node: 6 })
  expect(move('Enter', 3)).toEqual({ kind: 'fold', node: 3, folded: true })
  expect(move('Enter', 2)).toBeUndefined()
  expect(move('ArrowLeft', 0)).toEqual({ kind: 'fold', node: 0, folded: true })
})

test('whatever keys are pressed, the active node is one that exists and is seen', () => {
  const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', ' ', 'PageUp')
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.array(key, { maxLength: 40 }), (text, keys) => {
      const any = indexJson(text)
      const folds = new JsonFolds(any)
      let active = 0
      for (const pressed of keys) {
        const move = moveFor(pressed, { index: any, folds, active, page: 5 })
        if (move?.kind === 'fold') folds.fold(move.node, move.folded)
        if (move) active = move.node
        expect(folds.rows[folds.rowOf(active)]).toBe(active)
      }
    }),
    { seed, numRuns: 200 },
  )
})
