import { expect, test } from 'vitest'
import { align, type Step } from './align.ts'

const cost = (steps: readonly Step[]) => steps.filter(({ kind }) => kind !== 'same').length

/** The textbook matrix. */
function distance(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, one] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries())
      row.push(Math.min((above[j] ?? 0) + Number(one !== other), (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    above = row
  }
  return above.at(-1) ?? 0
}

function sample(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Every item of both lists occurs once, in order. */
function expectWhole(steps: readonly Step[], a: readonly string[], b: readonly string[]) {
  expect(steps.flatMap((step) => ('a' in step ? [step.a] : []))).toEqual([...a.keys()])
  expect(steps.flatMap((step) => ('b' in step ? [step.b] : []))).toEqual([...b.keys()])
  for (const step of steps)
    if (step.kind === 'same' || step.kind === 'changed') expect(a[step.a] === b[step.b]).toBe(step.kind === 'same')
}

test.each([
  ['', '', 0],
  ['', 'a b', 2],
  ['a b', '', 2],
  ['k i t t e n', 's i t t i n g', 3],
  ['the cat sat on the mat', 'the cat on a mat', 2],
  ['a b c d', 'b c d a', 2],
])('“%s” and “%s” differ by %i', (one, other, expected) => {
  const [a, b] = [one, other].map((text) => text.split(' ').filter(Boolean)) as [string[], string[]]
  const steps = align(a, b)
  expect(cost(steps)).toBe(expected)
  expectWhole(steps, a, b)
})

test('every alignment has the fewest steps, also where the band must be widened', () => {
  const next = sample(16)
  for (let round = 0; round < 60; round += 1) {
    const list = () => Array.from({ length: next(round % 6 === 0 ? 400 : 40) }, () => String(next(2 + (round % 7))))
    const [a, b] = [list(), list()]
    const steps = align(a, b)
    expect(cost(steps)).toBe(distance(a, b))
    expectWhole(steps, a, b)
  }
})

test('1,500 words with a third of them wrong are aligned at once', () => {
  const next = sample(7)
  const a = Array.from({ length: 1500 }, () => `w${next(3000)}`)
  const b = a.flatMap((word) => (next(10) < 7 ? [word] : ([['x'], [], [word, 'y']][next(3)] ?? [])))
  const start = performance.now()
  const steps = align(a, b)
  expect(performance.now() - start).toBeLessThan(1000)
  expectWhole(steps, a, b)
  expect(cost(steps)).toBeGreaterThan(300)
})
