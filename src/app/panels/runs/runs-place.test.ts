import { expect, test } from 'vitest'
import { queryOf, readPlace, writePlace } from './runs-place.ts'

const read = (words: string) => readPlace(new URLSearchParams(words))

test('an address says what is listed, and is written as it was read', () => {
  const words = 'text=tides+and&state=ruling&verdict=none&order=slowest&run=a&with=b'
  expect(writePlace(read(words)).toString()).toBe(words)
})

test('runs that were made on stage are left out unless they are asked for', () => {
  expect(queryOf(read('')).stage).toBe('none')
  expect(queryOf(read('stage=only')).stage).toBe('only')
  expect(queryOf(read('stage=all')).stage).toBeUndefined()
})

test('what is not understood is as if it were not there', () => {
  const odd = `state=wild&order=7&from=tomorrow&text=&endpoint=${'x'.repeat(501)}&model=m&__proto__=x&more=y`
  expect(writePlace(read(odd)).toString()).toBe('model=m')
})

test('days are those of the own calendar, the last one whole', () => {
  const { from, to } = queryOf(read('from=2026-03-01&to=2026-03-01'))
  expect(from).toBe(new Date(2026, 2, 1).getTime())
  expect(to).toBe(new Date(2026, 2, 2).getTime())
  expect(queryOf(read('from=2026-99-01')).from).toBeUndefined()
})
