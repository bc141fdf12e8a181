import { expect, test } from 'vitest'
import { openLedger } from '../ledger/open-ledger.ts'
import { openDraft } from './stored-draft.ts'

function tabStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** Timers that run when told to. */
function handClock() {
  const waiting = new Set<() => void>()
  const clock = {
    now: () => 0,
    mono: () => 0,
    after(_: number, work: () => void) {
      waiting.add(work)
      return () => waiting.delete(work)
    },
  }
  const ring = () => {
    for (const work of [...waiting]) {
      waiting.delete(work)
      work()
    }
  }
  return { clock, ring, waiting }
}

async function page(tab = tabStorage()) {
  const { clock, ring, waiting } = handClock()
  const ledger = await openLedger()
  const hides = new Set<() => void>()
  const onHide = (listener: () => void) => {
    hides.add(listener)
    return () => hides.delete(listener)
  }
  const tools = { ledger, clock, onHide, tab }
  return { tools, ring, waiting, hide: () => [...hides].forEach((listener) => void listener()) }
}

test('unbroken typing is kept all the same: the first stroke starts the clock, and the newest value is written', async () => {
  const { tools, ring, waiting } = await page()
  const draft = openDraft(tools, 'chat')
  for (const value of ['a', 'ab', 'abc']) draft.write(value)
  expect(waiting.size).toBe(1)
  ring()
  expect(await tools.ledger.readDraft('chat')).toBe('abc')
})

test('a reload shows what this tab had typed, not what another tab typed later', async () => {
  const one = await page()
  const other = await page()
  const sharing = { ...other.tools, ledger: one.tools.ledger }
  openDraft(one.tools, 'chat').write('a long thought')
  one.ring()
  openDraft(sharing, 'chat').write('B')
  other.ring()
  expect(await openDraft(one.tools, 'chat').read()).toBe('a long thought')
  expect(await openDraft(sharing, 'chat').read()).toBe('B')
})

test('a new tab finds what any tab kept last', async () => {
  const one = await page()
  openDraft(one.tools, 'chat').write('left behind')
  one.hide()
  expect(await openDraft({ ...one.tools, tab: tabStorage() }, 'chat').read()).toBe('left behind')
})

test('storage that is forbidden or damaged loses nothing else', async () => {
  const no = () => {
    throw new DOMException('forbidden')
  }
  const one = await page({ getItem: no, setItem: no, removeItem: no })
  openDraft(one.tools, 'chat').write('kept in the ledger')
  one.ring()
  expect(await openDraft(one.tools, 'chat').read()).toBe('kept in the ledger')
  const damaged = { ...tabStorage(), getItem: () => '{"half' }
  expect(await openDraft({ ...one.tools, tab: damaged }, 'chat').read()).toBe('kept in the ledger')
})

test('where the tab has no room for a value, that of the ledger is read and not an earlier one', async () => {
  const storage = tabStorage()
  const one = await page({
    ...storage,
    setItem(key, value) {
      if (value.length > 20) throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, value)
    },
  })
  const draft = openDraft(one.tools, 'lab')
  draft.write('short')
  one.ring()
  draft.write('a text that is too long for the tab')
  one.ring()
  expect(await openDraft(one.tools, 'lab').read()).toBe('a text that is too long for the tab')
})

test('files are kept as what they are, and stand in the ledger alone', async () => {
  const one = await page()
  const draft = openDraft(one.tools, 'images')
  draft.write({ files: [{ name: 'words only' }] })
  one.ring()
  draft.write({ files: [{ name: 'a.png', blob: new Blob(['bytes'], { type: 'image/png' }) }] })
  one.ring()
  const read = (await openDraft(one.tools, 'images').read()) as { files: { name: string; blob: Blob }[] }
  const [file] = read.files
  expect(file?.name).toBe('a.png')
  expect(file?.blob).toBeInstanceOf(Blob)
  expect([file?.blob.type, await file?.blob.text()]).toEqual(['image/png', 'bytes'])
})

test('bytes come back as bytes, and what holds none is still this tab’s own', async () => {
  const one = await page()
  const draft = openDraft(one.tools, 'mask')
  draft.write({ bytes: new Uint8Array([0, 255]) })
  one.ring()
  expect(await draft.read()).toEqual({ bytes: new Uint8Array([0, 255]) })
  draft.write({ text: 'here' })
  one.ring()
  await one.tools.ledger.writeDraft('mask', { text: 'elsewhere' })
  expect(await draft.read()).toEqual({ text: 'here' })
})

test('a large value stands in the ledger alone, without what the tab had before it, and in the tab when the page goes', async () => {
  const one = await page()
  const draft = openDraft(one.tools, 'lab.rows')
  draft.write([{ topic: 'sea' }])
  one.ring()
  const rows = Array.from({ length: 60_000 }, (_, at) => ({ at }))
  draft.write(rows)
  one.ring()
  expect(one.tools.tab.getItem('patchbay.draft.lab.rows')).toBeNull()
  expect(await openDraft(one.tools, 'lab.rows').read()).toEqual(rows)
  draft.write(rows.slice(1))
  one.hide()
  await one.tools.ledger.writeDraft('lab.rows', [])
  expect(await openDraft(one.tools, 'lab.rows').read()).toEqual(rows.slice(1))
})
