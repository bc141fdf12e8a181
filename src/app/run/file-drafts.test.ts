import { beforeEach, expect, test, vi } from 'vitest'
import { openLedger } from '../ledger/open-ledger.ts'
import { openFileDrafts } from './file-drafts.ts'

let ids = 0

// In memory, where a write takes no time.
beforeEach(() => void vi.stubGlobal('indexedDB', undefined))

async function shared() {
  const ledger = await openLedger()
  /** A tab; opened with the same storage it is that tab after a reload. */
  function open(storage = new Map<string, string>(), onWritten?: (state: 'kept' | 'lost') => void) {
    const timers = new Set<() => void>()
    const drafts = openFileDrafts(
      {
        ledger,
        clock: {
          now: () => 0,
          mono: () => 0,
          after(_, work) {
            timers.add(work)
            return () => timers.delete(work)
          },
        },
        onHide: () => () => {},
        tab: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
        newId() {
          ids += 1
          return `tab${ids}`
        },
      },
      'edit',
      ['work', 'mask'],
      onWritten,
    )
    const [work, mask] = [drafts('work'), drafts('mask')]
    /** Writes, and waits until it is written. */
    async function write(draft: typeof work, value: unknown) {
      draft.write(value)
      for (const work of timers) work()
      timers.clear()
      await new Promise((resolve) => setTimeout(resolve))
    }
    return { storage, work, mask, write }
  }
  return { ledger, open }
}

test('two tabs keep what each of them holds, files included', async () => {
  const { open } = await shared()
  const [one, two] = [open(), open()]
  await one.write(one.work, { blob: new Blob(['one']) })
  await two.write(two.work, { blob: new Blob(['two']) })
  const told = async (tab: typeof one) => await ((await tab.work.read()) as { blob: Blob }).blob.text()
  expect(await told(open(one.storage))).toBe('one')
  expect(await told(open(two.storage))).toBe('two')
})

test('a new tab begins with all that was kept last, and from its first write on that is its own', async () => {
  const { open } = await shared()
  const one = open()
  await one.write(one.work, 'pictures')
  await one.write(one.mask, 'mask')
  const two = open()
  expect([await two.work.read(), await two.mask.read()]).toEqual(['pictures', 'mask'])
  await two.write(two.mask, 'another mask')
  await one.write(one.work, 'other pictures')
  const again = open(two.storage)
  expect([await again.work.read(), await again.mask.read()]).toEqual(['pictures', 'another mask'])
})

test('what was removed stays removed, whatever other tabs hold', async () => {
  const { open } = await shared()
  const [one, two] = [open(), open()]
  await two.write(two.mask, 'mask')
  await two.write(two.mask, undefined)
  await one.write(one.mask, 'elsewhere')
  expect(await open(two.storage).mask.read()).toBeUndefined()
})

test('the sets of four tabs are kept, and those of older ones leave nothing behind', async () => {
  const { ledger, open } = await shared()
  const tabs = Array.from({ length: 5 }, () => open())
  for (const tab of tabs) await tab.write(tab.work, 'kept')
  const [first] = tabs
  expect(await ledger.readDraft('edit')).toHaveLength(4)
  expect(await ledger.readDraft(`edit/${first?.storage.get('patchbay.tab.edit')}/work`)).toBeUndefined()
})

test('whether the newest is kept is told, for all names together', async () => {
  const { ledger, open } = await shared()
  const told: string[] = []
  const tab = open(undefined, (state) => told.push(state))
  const { writeDraft } = ledger
  let full = false
  ledger.writeDraft = async (key, value) => {
    if (full) throw new DOMException('full', 'QuotaExceededError')
    await writeDraft.call(ledger, key, value)
  }
  await tab.write(tab.work, 1)
  full = true
  await tab.write(tab.work, 2)
  full = false
  await tab.write(tab.mask, 3)
  await tab.write(tab.work, 4)
  expect(told).toEqual(['kept', 'lost', 'lost', 'kept'])
})
