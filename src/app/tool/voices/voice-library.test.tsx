import { afterEach, expect, test } from 'vitest'
import {
  importLibrary,
  readLibrary,
  removeVoice,
  type SavedVoice,
  saveVoices,
  setFavourite,
  voiceLibrary,
  voiceName,
  voiceOptions,
} from './voice-library.ts'

const key = 'patchbay.voices'
const voice = (id: string, change: Partial<SavedVoice> = {}): SavedVoice => ({
  ...{ id, name: `Name of ${id}`, labels: ['warm'], baseUrl: 'https://one.example/v1', connection: 'One' },
  ...{ savedAt: 1, ...change },
})
const stored = () => JSON.parse(localStorage.getItem(key) ?? '{}')

afterEach(() => {
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
})

test('a saved voice is stored, renamed in its place, deleted, and saved again by undo', () => {
  saveVoices([voice('a'), voice('b', { savedAt: 2 })])
  saveVoices([voice('a', { name: 'New' })])
  expect(stored().saved.map(({ name }: SavedVoice) => name)).toEqual(['New', 'Name of b'])
  removeVoice(voice('a'))
  expect(voiceLibrary.get().saved.map(({ id }) => id)).toEqual(['b'])
  saveVoices([voice('a')])
  expect(voiceLibrary.get().saved.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('the same id of another connection is another voice', () => {
  saveVoices([voice('a'), voice('a', { baseUrl: 'https://two.example/v1' })])
  removeVoice(voice('a'))
  expect(voiceLibrary.get().saved.map(({ baseUrl }) => baseUrl)).toEqual(['https://two.example/v1'])
})

test('what another tab wrote is shown, kept by the next change, and its unknown fields too', () => {
  setFavourite('ash', true)
  const theirs = { saved: [{ ...voice('theirs'), later: { deep: 1 } }, { name: 'no id' }], favourites: ['ash'] }
  localStorage.setItem(key, JSON.stringify(theirs))
  dispatchEvent(new StorageEvent('storage', { key }))
  expect(voiceLibrary.get().saved.map(({ id }) => id)).toEqual(['theirs'])
  localStorage.setItem(key, JSON.stringify({ ...theirs, favourites: ['ash', 'coral'] }))
  saveVoices([voice('mine', { savedAt: 2 })])
  expect(stored().saved).toMatchObject([{ id: 'theirs', later: { deep: 1 } }, { id: 'mine' }])
  expect(stored().favourites).toEqual(['ash', 'coral'])
})

test('an exported library is added to what is there; other files hold none', () => {
  saveVoices([voice('a')])
  expect(importLibrary(JSON.stringify({ saved: [voice('b', { savedAt: 2 })], favourites: ['b'] }))).toBe(1)
  expect(importLibrary('{"hello": 1}')).toBe(0)
  expect(importLibrary('not JSON')).toBe(0)
  expect(voiceLibrary.get()).toMatchObject({ saved: [{ id: 'a' }, { id: 'b' }], favourites: ['b'] })
  expect(readLibrary('[]')).toEqual({ saved: [], favourites: [] })
})

test('favourites come first, then own voices, those of the model, and own ones of other connections, each once', () => {
  const library = {
    saved: [voice('mine'), voice('far', { baseUrl: 'https://two.example/v1', connection: 'Two' }), voice('ash')],
    favourites: ['coral', 'gone'],
  }
  const options = voiceOptions(['alloy', 'ash', 'coral'], library, 'https://one.example/v1')
  expect(options.map(({ value }) => value)).toEqual(['coral', 'mine', 'ash', 'alloy', 'far'])
  expect(options[0]).toEqual({ value: 'coral', badges: ['favourite'] })
  expect(options[1]).toMatchObject({ label: 'Name of mine', hint: 'mine', badges: ['my voice', 'warm'] })
  expect(options[4]?.hint).toBe('far · saved from Two')
  expect(voiceName('mine', library, 'https://one.example/v1')).toBe('Name of mine')
  expect(voiceName('alloy', library, 'https://one.example/v1')).toBe('alloy')
})
