import { expect, test } from 'vitest'
import { limitWords } from './model-card-view.tsx'

test.each([
  ['max_input_bytes', 50 * 1024 * 1024, 'input: up to 50 MB'],
  ['max_file_bytes', 25_000_000, 'file: up to 25 MB'],
  ['max_input_pixels', 64_000_000, 'input pixels: up to 64,000,000'],
  ['min_input_images', 1, 'input images: at least 1'],
  ['context_length', 128_000, 'context length: 128,000'],
  ['n', 10, 'n: 10'],
])('the limit %s of %d is shown as words', (name, value, words) => {
  expect(limitWords(name, value)).toBe(words)
})
