import { expect, test } from 'vitest'
import type { Profile } from './profile.ts'
import { ProfileStore } from './profile-store.ts'

const local = { name: 'Local sandbox', baseUrl: 'http://127.0.0.1:8787/v1' }
const foreign: Profile = {
  id: 'f',
  name: 'Foreign',
  baseUrl: 'https://router.example/v1',
  key: 'sk-canary-1234567890',
  remember: false,
}

function shelf(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('the local sandbox is the first profile and the selected one', () => {
  const store = new ProfileStore(local, shelf())
  expect(store.get().all).toMatchObject([{ id: 'local', ...local }])
  expect(store.get().selected).toBe('local')
})

test('a profile that is not remembered leaves no trace on the shelf, selected or not', () => {
  const kept = shelf()
  const store = new ProfileStore(local, kept)
  store.put(foreign)
  store.select('f')
  store.put({ ...store.get().all[0]!, key: 'handed-out-key' })
  expect(JSON.stringify([...kept.map])).not.toMatch(/canary|router\.example|handed-out/)
})

test('a remembered profile comes back with its key, and forgetting it takes the key away', () => {
  const kept = shelf()
  const store = new ProfileStore(local, kept)
  store.put({ ...foreign, remember: true })
  store.select('f')
  expect(new ProfileStore(local, kept).get()).toMatchObject({ selected: 'f', all: [{}, foreign && { id: 'f' }] })
  store.put(foreign)
  expect(JSON.stringify([...kept.map])).not.toContain('canary')
})

test('a removed profile is gone and the local one is selected; the local one stays', () => {
  const store = new ProfileStore(local, shelf())
  store.put(foreign)
  store.select('f')
  store.remove('f')
  store.remove('local')
  expect(store.get()).toMatchObject({ selected: 'local', all: [{ id: 'local' }] })
})

test('odd storage never breaks the page', () => {
  const odd = [
    'not json',
    '{}',
    '[1,null,{"id":"x","baseUrl":"javascript:1","name":"n"}]',
    '[{"id":"ok","name":"n","baseUrl":"https://a/v1"}]',
  ]
  const sizes = odd.map((text) => new ProfileStore(local, shelf({ 'patchbay.profiles': text })).get().all.length)
  expect(sizes).toEqual([1, 1, 1, 2])
  const throwing = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
    removeItem: () => {
      throw new Error('forbidden')
    },
  }
  const store = new ProfileStore(local, throwing)
  store.put({ ...foreign, remember: true })
  expect(store.get().all).toHaveLength(2)
})
