import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { JsonView } from './json-view.tsx'

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
