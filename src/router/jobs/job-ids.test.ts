import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJobIds } from './job-answers.ts'

const ids = createJobIds('a secret of the test')
const place = { provider: 'sandbox', id: 'abc' }

test('any id of any provider becomes one that every path takes, and is read back', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{1,20}$/), text, (provider, id) => {
      const written = ids.write('video', { provider, id })
      expect(written).toMatch(/^video_[\w-]+$/)
      expect(ids.read('video', written)).toEqual({ provider, id })
    }),
  )
  expect(ids.write('video', { provider: 'elevenlabs', id: 'x'.repeat(100) }).length).toBeLessThanOrEqual(200)
  const odd = { provider: 'p', id: 'a/b?c=d#\n..%2F ü' }
  expect(ids.read('dubbing', ids.write('dubbing', odd))).toEqual(odd)
})

test('every router with the secret reads it, no other does', () => {
  const written = ids.write('video', place)
  expect(createJobIds('a secret of the test').read('video', written)).toEqual(place)
  expect(createJobIds('another secret').read('video', written)).toBeUndefined()
})

test('an id that was changed anywhere, or is of another kind, is none', () => {
  const written = ids.write('video', place)
  for (let at = 0; at < written.length; at += 1) {
    const other = written[at] === 'A' ? 'B' : 'A'
    expect(ids.read('video', written.slice(0, at) + other + written.slice(at + 1))).toBeUndefined()
    expect(ids.read('video', written.slice(0, at))).toBeUndefined()
  }
  for (const more of ['=', 'A', '.', '/x']) expect(ids.read('video', written + more)).toBeUndefined()
  expect(ids.read('dubbing', written)).toBeUndefined()
  expect(ids.read('dubbing', written.replace('video_', 'dubbing_'))).toBeUndefined()
})
