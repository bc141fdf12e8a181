import { expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import {
  MaskStorage,
  type PackedMask,
  packMask,
  readJournal,
  restoredMask,
  type TabStorage,
  unpackMask,
} from './mask-storage.ts'

const [width, height] = [64, 48]

/** A browser tab whose pages may go at any moment: what they began to write last may not be there. */
function browser({ room = Number.POSITIVE_INFINITY } = {}) {
  const texts = new Map<string, string>()
  const timers = new Set<() => void>()
  const writes: { readonly packed: PackedMask | undefined; readonly written: () => void }[] = []
  let kept: PackedMask | undefined
  let ids = 0
  const tab: TabStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, text) {
      if (text.length > room) throw new Error('full')
      texts.set(key, text)
    },
    removeItem: (key) => void texts.delete(key),
  }
  return {
    ...{ texts, timers, writes },
    /** The hand rests. */
    ring() {
      for (let times = 0; times < 3; times += 1) for (const timer of [...timers]) timer()
    },
    /** The storage takes what was written, in its order. */
    take(count = writes.length) {
      for (const { packed, written } of writes.splice(0, count)) {
        kept = packed
        written()
      }
    },
    async open(): Promise<MaskEditor> {
      timers.clear()
      writes.length = 0
      const left = await restoredMask(kept, readJournal(tab))
      const mask = new MaskEditor(width, height, left?.bytes)
      const after = (_: number, work: () => void) => {
        const once = () => timers.delete(once) && work()
        timers.add(once)
        return () => timers.delete(once)
      }
      const newId = () => `series ${++ids}`
      const write = (packed: PackedMask | undefined, written: () => void) => void writes.push({ packed, written })
      new MaskStorage({ after, onHide: () => () => {}, newId, tab }, write).watch(mask, left?.journal)
      return mask
    },
  }
}

const dab = (mask: MaskEditor, x: number, hardness = 1, value: 0 | 255 = 255) => {
  mask.begin()
  mask.stroke([{ x, y: 20, pressure: 1 }], { radius: 6, hardness, value })
  mask.end()
}
const idle = async () => await new Promise((done) => setTimeout(done, 20))

test('a stroke is there in the next page, however soon that comes', async () => {
  const tab = browser()
  const mask = await tab.open()
  dab(mask, 10)
  dab(mask, 14, 0.3)
  expect((await tab.open()).bytes).toEqual(mask.bytes)
})

test.each<[string, (mask: MaskEditor) => void]>([
  ['a soft stroke', (mask) => dab(mask, 14, 0.2)],
  ['an erased part', (mask) => dab(mask, 12, 1, 0)],
  ['an undone step', (mask) => void mask.undo()],
  ['a step that was done again', (mask) => void [mask.undo(), mask.redo()]],
  ['an inversion', (mask) => void mask.invert()],
  ['a mask that was cleared', (mask) => void mask.clear()],
  [
    'a cancelled stroke',
    (mask) => void [mask.begin(), mask.rectangle({ x: 0, y: 0, width: 5, height: 5 }, 255), mask.cancel()],
  ],
])('%s behind what was kept is there, once, whether the storage told of that or not', async (_, change) => {
  for (const isTold of [true, false]) {
    const tab = browser()
    const mask = await tab.open()
    dab(mask, 10)
    tab.ring()
    await expect.poll(() => tab.writes.length).toBe(1)
    if (isTold) tab.take()
    change(mask)
    if (!isTold) tab.take()
    expect((await tab.open()).bytes).toEqual(mask.bytes)
    // A page that only looked has changed nothing.
    expect((await tab.open()).bytes).toEqual(mask.bytes)
  }
})

test('whatever is done, and whenever the page goes, the next one has the mask as it was', async () => {
  let seed = 7
  const dice = (end: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % end
  }
  const tab = browser()
  let mask = await tab.open()
  for (let turn = 0; turn < 150; turn += 1) {
    const doing = [
      () => dab(mask, dice(width), dice(2) ? 1 : 0.4, dice(3) ? 255 : 0),
      () => void mask.undo(),
      () => void mask.redo(),
      () => void mask.invert(),
      () => dice(4) === 0 && void mask.clear(),
      () => tab.ring(),
      () => tab.take(dice(3)),
      idle,
    ]
    await doing[dice(doing.length)]?.()
    if (dice(5) > 0) continue
    const before = Uint8Array.from(mask.bytes)
    mask = await tab.open()
    expect(mask.bytes, `turn ${turn}`).toEqual(before)
  }
})

test('a mask is not kept with a part of a stroke', async () => {
  const tab = browser()
  const mask = await tab.open()
  mask.begin()
  mask.stroke([{ x: 10, y: 10, pressure: 1 }], { radius: 6, hardness: 1, value: 255 })
  tab.ring()
  await idle()
  tab.take()
  mask.stroke([{ x: 30, y: 20, pressure: 1 }], { radius: 6, hardness: 1, value: 255 })
  mask.end()
  tab.take()
  const before = Uint8Array.from(mask.bytes)
  expect((await tab.open()).bytes).toEqual(before)
})

test('what finds no room in the tab is packed at once', async () => {
  const tab = browser({ room: 200 })
  const mask = await tab.open()
  dab(mask, 10, 0.3)
  await expect.poll(() => tab.writes.length).toBe(1)
  tab.take()
  expect((await tab.open()).bytes).toEqual(mask.bytes)
})

test('a journal that is damaged, or reaches over its mask, is none', async () => {
  const tab = browser()
  dab(await tab.open(), 10)
  const [[key, text] = ['', '']] = tab.texts
  for (const broken of [
    text.slice(0, -9),
    text.replace('"width":64', '"width":4'),
    text.replace(/\[\d+,\d+,\d+,/g, '[0,0,0,'),
  ]) {
    tab.texts.set(key, broken)
    expect((await tab.open()).marked).toBe(0)
  }
})

const bytes = Uint8Array.from({ length: 300 * 200 }, (_, at) => (at % 7 === 0 ? at % 256 : 255))

test('a mask comes back as it was, soft edges too, and takes little room', async () => {
  const kept = await packMask({ width: 300, height: 200, bytes })
  expect(await unpackMask(kept)).toEqual(bytes)
  expect(kept.packed.size).toBeLessThan(bytes.length / 4)
})

test('what is painted while it is packed is not half in it', async () => {
  const mask = { width: 300, height: 200, bytes: Uint8Array.from(bytes) }
  const packing = packMask(mask)
  mask.bytes.fill(9)
  expect(await unpackMask(await packing)).toEqual(bytes)
})

test('a damaged mask, or one of another size, is none', async () => {
  const kept = await packMask({ width: 300, height: 200, bytes })
  expect(await unpackMask({ ...kept, height: 199 })).toBeUndefined()
  expect(await unpackMask({ ...kept, packed: kept.packed.slice(0, 50) })).toBeUndefined()
})
