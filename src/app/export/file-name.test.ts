import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { fileName, localName } from './file-name.ts'

const at = new Date(2026, 10, 5, 9, 8, 7)

test('a name says panel, model, prompt, time and number', () => {
  const name = fileName({
    panel: 'images',
    model: 'gen-image-2',
    prompt: 'A red fox, jumping over Größe!',
    at,
    n: 3,
    extension: 'png',
  })
  expect(name).toBe('images_gen-image-2_a-red-fox-jumping-over_20261105-090807_3.png')
})

test('what says nothing still has a name', () => {
  expect(fileName({ panel: '', model: '/', prompt: '…', at, n: 1, extension: '.P/NG' })).toBe(
    'run_model_untitled_20261105-090807_1.png',
  )
})

const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

test(`every name is safe on every system (seed ${seed})`, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('con', 'NUL.txt', '../..', 'a.', '漢字'.repeat(40), '😀'.repeat(99)),
  )
  const property = fc.property(text, text, text, text, (panel, model, prompt, extension) => {
    const name = fileName({ panel, model, prompt, at, n: 1, extension })
    expect(name).toMatch(/^[\p{L}\p{M}\p{N}_-]+\.[a-z\d]{1,8}$/u)
    expect(name).not.toMatch(device)
    expect(Buffer.byteLength(name)).toBeLessThan(255)
    const local = localName(prompt)
    expect(local).not.toMatch(/[\p{Cc}\p{Cf}<>:"/\\|?*]|^[.\s-]|[.\s]$|^$/u)
    expect(local).not.toMatch(device)
    expect([...local].length).toBeLessThanOrEqual(122)
  })
  fc.assert(property, { seed, numRuns: 500 })
})

test('a file made from one of ours keeps the words of its prompt', () => {
  const facts = { panel: 'audio', model: 'm', at: new Date(2026, 0, 2), n: 1, extension: 'mp3' }
  const first = fileName({ ...facts, prompt: 'The harbour is loud' })
  expect(fileName({ ...facts, prompt: first })).toBe(first)
})
