import { expect, test, vi } from 'vitest'
import { characterReference, unescaped } from './character-references.ts'

test.each([
  ['amp', '&'],
  ['nbsp', '\u00a0'],
  ['#38', '&'],
  ['#x26', '&'],
  ['#X1F600', '😀'],
  ['#0', '\ufffd'],
  ['#xD800', '\ufffd'],
  ['#x110000', '\ufffd'],
  ['#9999999', '\ufffd'],
])('%j is %j', (name, character) => {
  expect(characterReference(name)).toBe(character)
})

test.each(['', '#', '#x', '#12345678', '#x1234567', '#a', 'Amp', 'constructor', '__proto__'])(
  '%j is no character',
  (name) => {
    expect(characterReference(name)).toBeUndefined()
  },
)

test('all other names are in a table that a text asks for', async () => {
  vi.resetModules()
  const { characterReference, loadMoreCharacters, needsMoreCharacters } = await import('./character-references.ts')
  expect(needsMoreCharacters('a & b &amp; c &nope')).toBe(false)
  expect(needsMoreCharacters('a &Dcaron; b')).toBe(true)
  expect(characterReference('Dcaron')).toBeUndefined()
  await loadMoreCharacters()
  expect(characterReference('Dcaron')).toBe('Ď')
  expect(characterReference('constructor')).toBeUndefined()
  expect(needsMoreCharacters('a &Dcaron; b &nope;')).toBe(false)
})

test.each([
  ['plain', 'plain'],
  ['a\\*b', 'a*b'],
  ['a\\b', 'a\\b'],
  ['a\\\\*b', 'a\\*b'],
  ['&amp;&#35;', '&#'],
  ['\\&amp;', '&amp;'],
  ['&nope; &', '&nope; &'],
])('%j is %j', (text, meant) => {
  expect(unescaped(text)).toBe(meant)
})
