import { expect, test } from 'vitest'
import { isReady, type Profile, ProfileStore } from './profile.ts'

const local = { name: 'Local router', baseUrl: 'http://127.0.0.1:8787/v1' }
const foreign: Profile = {
  id: 'f',
  name: 'Foreign',
  baseUrl: 'https://router.example/v1',
  key: 'sk-canary-1234567890',
  remember: false,
}

function storage(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('the local sandbox is the first profile and the selected one', () => {
  const store = new ProfileStore(local, storage())
  expect(store.get().all).toMatchObject([{ id: 'local', ...local }])
  expect(store.get().selected).toBe('local')
})

test('of a profile that is not remembered, all but the key comes back, still in use', () => {
  const kept = storage()
  const store = new ProfileStore(local, kept, storage())
  store.put(foreign)
  store.select('f')
  store.put({ ...store.get().all[0]!, key: 'handed-out-key' })
  expect(JSON.stringify([...kept.map])).not.toMatch(/canary|handed-out|Local router/)
  const next = new ProfileStore(local, kept, storage())
  const [, found] = next.get().all
  expect(next.get().selected).toBe('f')
  expect(found).toEqual({ ...foreign, key: '', keyForgotten: true })
  expect(found && isReady(found)).toBe(false)
  next.put({ ...found!, key: 'typed again' })
  expect(isReady(next.get().all[1]!)).toBe(true)
  expect(JSON.stringify([...kept.map])).not.toContain('typed again')
})

test('of headers that are not remembered only the names come back, and their values are asked for', () => {
  const kept = storage()
  const headers = [{ name: 'x-portkey-provider', value: 'openai' }]
  const store = new ProfileStore(local, kept, storage())
  store.put({ ...foreign, key: '', headers })
  expect(isReady(store.get().all[1]!)).toBe(true)
  expect(JSON.stringify([...kept.map])).not.toContain('openai')
  store.changedElsewhere('patchbay.profiles')
  expect(store.get().all[1]).toMatchObject({ headers })
  const next = new ProfileStore(local, kept, storage()).get().all[1]!
  expect(next.headers).toEqual([{ name: 'x-portkey-provider', value: '' }])
  expect(isReady(next)).toBe(false)
  store.put({ ...foreign, headers, remember: true })
  expect(new ProfileStore(local, kept, storage()).get().all[1]).toMatchObject({ headers })
})

test('a header does not follow a connection that another tab leads elsewhere', () => {
  const kept = storage()
  const store = new ProfileStore(local, kept, storage())
  store.put({ ...foreign, headers: [{ name: 'x-a', value: 'secret' }] })
  const elsewhere = { ...foreign, key: '', headers: [{ name: 'x-a', value: '' }], baseUrl: 'https://evil.test/v1' }
  new ProfileStore(local, kept, storage()).put(elsewhere)
  store.changedElsewhere('patchbay.profiles')
  expect(JSON.stringify(store.get().all[1])).not.toContain('secret')
})

test('a profile that never had a key needs none, and one can be told that it needs none', () => {
  const kept = storage()
  new ProfileStore(local, kept).put({ ...foreign, key: '' })
  expect(isReady(new ProfileStore(local, kept).get().all[1]!)).toBe(true)
  new ProfileStore(local, kept).put(foreign)
  const forgotten = new ProfileStore(local, kept)
  forgotten.put({ ...forgotten.get().all[1]!, keyForgotten: false })
  expect(isReady(new ProfileStore(local, kept).get().all[1]!)).toBe(true)
})

test('each tab keeps the connection that it uses, and a new one begins with the last choice', () => {
  const kept = storage()
  const [one, two] = [storage(), storage()]
  const first = new ProfileStore(local, kept, one)
  first.put(foreign)
  first.select('f')
  new ProfileStore(local, kept, two).select('local')
  expect(new ProfileStore(local, kept, one).get().selected).toBe('f')
  expect(new ProfileStore(local, kept, two).get().selected).toBe('local')
  expect(new ProfileStore(local, kept, storage()).get().selected).toBe('local')
})

test('where the connection in use was removed by another tab, no other takes its place', () => {
  const kept = storage()
  const tab = storage()
  const first = new ProfileStore(local, kept, tab)
  first.put(foreign)
  first.select('f')
  new ProfileStore(local, kept, storage()).remove('f')
  const { all, selected } = new ProfileStore(local, kept, tab).get()
  expect(all.map(({ id }) => id)).toEqual(['local'])
  expect(selected).toBe('f')
})

test('a connection that another tab leads elsewhere is told, and its key does not go there', () => {
  const kept = storage()
  const store = new ProfileStore(local, kept, storage())
  store.put(foreign)
  store.select('f')
  new ProfileStore(local, kept, storage()).put({ ...foreign, key: '', baseUrl: 'https://evil.test/v1' })
  store.changedElsewhere('patchbay.profiles')
  expect(store.get().all[1]).toMatchObject({ key: '', baseUrl: 'https://evil.test/v1' })
  expect(store.get().notice).toContain('https://evil.test/v1')
  store.select('f')
  expect(store.get().notice).toBeUndefined()
})

test('a key that is only in memory stays when another tab renames its connection', () => {
  const kept = storage()
  const store = new ProfileStore(local, kept, storage())
  store.put(foreign)
  new ProfileStore(local, kept, storage()).put({ ...foreign, key: '', keyForgotten: true, name: 'Renamed' })
  store.changedElsewhere('patchbay.profiles')
  expect(store.get().all[1]).toEqual({ ...foreign, name: 'Renamed' })
})

test('a remembered profile comes back with its key, and forgetting it takes the key away', () => {
  const kept = storage()
  const store = new ProfileStore(local, kept)
  store.put({ ...foreign, remember: true })
  store.select('f')
  expect(new ProfileStore(local, kept).get()).toMatchObject({ selected: 'f', all: [{}, foreign && { id: 'f' }] })
  store.put(foreign)
  expect(JSON.stringify([...kept.map])).not.toContain('canary')
})

test('a removed profile is gone and the local one is selected; the local one stays', () => {
  const store = new ProfileStore(local, storage())
  store.put(foreign)
  store.select('f')
  store.remove('f')
  store.remove('local')
  expect(store.get()).toMatchObject({ selected: 'local', all: [{ id: 'local' }] })
  expect(store.get().notice).toContain('Requests now go to Local router')
})

test('odd storage never breaks the page', () => {
  const odd = [
    'not json',
    '{}',
    '[1,null,{"id":"x","baseUrl":"javascript:1","name":"n"}]',
    '[{"id":"ok","name":"n","baseUrl":"https://a/v1"}]',
  ]
  const sizes = odd.map((text) => new ProfileStore(local, storage({ 'patchbay.profiles': text })).get().all.length)
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

/** Two tabs on one storage: each hears, as in a browser, what the other one writes. */
function tabs() {
  const kept = storage()
  const stores: ProfileStore[] = []
  const open = () => {
    const heard = (key: string) => stores.filter((one) => one !== store).map((one) => () => one.changedElsewhere(key))
    const mine = {
      ...kept,
      setItem: (key: string, value: string) => {
        kept.setItem(key, value)
        for (const tell of heard(key)) tell()
      },
      removeItem: (key: string) => {
        kept.removeItem(key)
        for (const tell of heard(key)) tell()
      },
    }
    const store: ProfileStore = new ProfileStore(local, mine)
    stores.push(store)
    return store
  }
  return { kept, open, deaf: () => new ProfileStore(local, kept) }
}

const remembered = { ...foreign, remember: true }
const second = { ...remembered, id: 's', name: 'Second', key: 'sk-second-1234567890' }
const namesOf = (store: ProfileStore) => store.get().all.map(({ name }) => name)

test('what one tab remembers is there in the other, with its later changes', () => {
  const { open } = tabs()
  const [one, two] = [open(), open()]
  let told = 0
  two.subscribe(() => {
    told += 1
  })
  one.put(remembered)
  expect(namesOf(two)).toEqual(['Local router', 'Foreign'])
  one.put({ ...remembered, name: 'Renamed' })
  expect(namesOf(two)).toEqual(['Local router', 'Renamed'])
  expect(told).toBe(2)
})

test('two tabs that remember different profiles keep both, also where neither has heard of the other', () => {
  const { deaf } = tabs()
  const [one, two] = [deaf(), deaf()]
  one.put(remembered)
  two.put(second)
  expect(namesOf(deaf())).toEqual(['Local router', 'Foreign', 'Second'])
})

test('a key that one tab forgets is off the disk, and nothing that another tab does brings it back', () => {
  for (const kind of ['open', 'deaf'] as const) {
    const { kept, ...shared } = tabs()
    shared.deaf().put(remembered)
    const [one, two] = [shared[kind](), shared[kind]()]
    one.put(foreign)
    two.put(second)
    two.select('f')
    two.select('s')
    two.put({ ...second, name: 'Renamed' })
    two.remove('s')
    expect(JSON.stringify([...kept.map])).not.toContain('canary')
  }
})

test('what another tab has forgotten lives on here in memory only', () => {
  const { open, deaf } = tabs()
  deaf().put(remembered)
  const [one, two] = [open(), open()]
  two.select('f')
  one.remove('f')
  expect(two.get()).toMatchObject({ selected: 'f', all: [{}, { id: 'f', key: foreign.key, remember: false }] })
  two.changedElsewhere(null)
  expect(two.get().all).toHaveLength(2)
})

test('choosing a profile writes nothing but the choice, and leaves other tabs where they are', () => {
  const { kept, open } = tabs()
  const [one, two] = [open(), open()]
  one.put(remembered)
  kept.map.set('patchbay.profiles', `${kept.map.get('patchbay.profiles')} `)
  const before = kept.map.get('patchbay.profiles')
  two.select('f')
  expect(kept.map.get('patchbay.profiles')).toBe(before)
  expect(kept.map.get('patchbay.profile')).toBe('f')
  expect(one.get().selected).toBe('local')
})
