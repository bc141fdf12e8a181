import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { JsonView, jsonTokens } from './json-view.tsx'

afterEach(cleanup)

test('JSON is set out with its keys marked', () => {
  const { container } = render(<JsonView text='{"city":"Oslo","n":[1,true]}' />)
  expect(container.textContent).toBe('{\n  "city": "Oslo",\n  "n": [\n    1,\n    true\n  ]\n}')
  expect(container.querySelector('.json-key')?.textContent).toBe('"city"')
})

test('what is not JSON yet, or too much of it, is shown as text', () => {
  const half = '{"city":"<img src=x>'
  const { container, rerender } = render(<JsonView text={half} />)
  expect(container.textContent).toBe(half)
  rerender(<JsonView text={JSON.stringify(Array.from({ length: 3_000 }, () => 1))} />)
  expect(container.querySelectorAll('span')).toHaveLength(0)
  expect(container.textContent).toContain('\n  1,\n')
})

const setOut = (text: string) =>
  jsonTokens(text)
    ?.map((token) => token.text)
    .join('')

test('any JSON is set out as the platform sets it out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, '\t')]) {
        // Minus zero is the one number that the platform does not write back.
        expect(setOut(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('values keep every character that came', () => {
  const text = '{"a":12345678901234567890,"b":1.50e+10,"c":"\\u00e9 \\" : {","a":null}'
  expect(setOut(text)).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": 1.50e+10,\n  "c": "\\u00e9 \\" : {",\n  "a": null\n}',
  )
  expect(jsonTokens(text)?.map((token) => token.kind)).toContain('key')
})

test.each(['', '{"a":', '{a:1}', 'plain', `${'['.repeat(100)}${']'.repeat(100)}`])('%j is left as it is', (text) => {
  expect(jsonTokens(text)).toBeUndefined()
})
