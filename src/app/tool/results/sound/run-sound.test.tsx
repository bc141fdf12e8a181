import { expect, test } from 'vitest'
import { levelWords } from './run-sound.tsx'

test('peak and silence are told; short silence is not', () => {
  expect(levelWords({ peak: -4.46, rms: -20, quietStart: 0.05, quietEnd: 0.62 })).toBe(
    'Peak −4.5 dBFS · 0.6 s of silence at the end',
  )
  expect(levelWords({ peak: -Infinity, rms: -Infinity, quietStart: 3, quietEnd: 3 })).toMatch('Silent')
})
