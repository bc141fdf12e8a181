import { expect, test } from 'vitest'
import { EditSession, type EditWorld } from './edit-session.ts'

/** A browser's storage, and timers that ring when they are told to. */
function world() {
  const drafts = new Map<string, unknown>()
  const timers = new Set<() => void>()
  const hides = new Set<() => void>()
  let ids = 0
  const made: EditWorld = {
    openDraft: (key) => ({ read: async () => drafts.get(key), write: (value) => void drafts.set(key, value) }),
    after(_, work) {
      timers.add(work)
      return () => timers.delete(work)
    },
    onHide(listener) {
      hides.add(listener)
      return () => hides.delete(listener)
    },
    newId() {
      ids += 1
      return `id${ids}`
    },
    look: async (blob) => {
      const header = new DataView(await blob.arrayBuffer())
      return { width: header.getUint32(16), height: header.getUint32(20), thumbnail: new Blob(['small']) }
    },
  }
  return { made, drafts, hide: () => [...hides].forEach((listener) => void listener()), timers }
}

/** As much of a PNG as is looked at. */
function png(name: string, width = 8, height = 4) {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return { name, blob: new Blob([bytes]) }
}

const names = (session: EditSession) => session.state().work.pictures.map(({ name }) => name)
const idOf = (session: EditSession, name: string) =>
  session.state().work.pictures.find((picture) => picture.name === name)?.id ?? ''
const paint = (session: EditSession) => session.state().mask?.rectangle({ x: 0, y: 0, width: 2, height: 2 }, 255)

async function painted(first = png('a.png')) {
  const all = world()
  const session = new EditSession(all.made)
  await session.add([first])
  paint(session)
  return { ...all, session }
}

test('files come in by their order, and a wrong one is refused beside the others', async () => {
  const session = new EditSession(world().made)
  await session.add([png('a.png'), { name: 'b.txt', blob: new Blob(['words']) }, png('c.png')])
  expect(names(session)).toEqual(['a.png', 'c.png'])
  expect(session.state().incoming).toMatchObject([{ name: 'b.txt', status: 'refused' }])
  expect(session.state().mask).toMatchObject({ width: 8, height: 4, marked: 0 })
})

test('pictures and mask are there again in the next page', async () => {
  const { session, made, drafts, hide } = await painted()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeDefined()
  const next = new EditSession(made)
  await next.add([])
  expect(names(next)).toEqual(['a.png'])
  expect(next.state().mask?.bytes).toEqual(session.state().mask?.bytes)
})

test('an empty mask is kept as none', async () => {
  const { session, drafts, hide } = await painted()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeDefined()
  session.state().mask?.clear()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeUndefined()
})

test('without a mask the base changes at once, and an empty mask of its size comes with it', async () => {
  const session = new EditSession(world().made)
  await session.add([png('a.png'), png('b.png', 20, 10)])
  session.move(idOf(session, 'b.png'), 0)
  expect(names(session)).toEqual(['b.png', 'a.png'])
  expect(session.state().mask).toMatchObject({ width: 20, height: 10 })
})

test('with a mask another base asks first, and nothing has changed until it is answered', async () => {
  const { session } = await painted()
  await session.add([png('b.png', 16, 8)])
  session.move(idOf(session, 'b.png'), 0)
  expect(session.state().question).toMatchObject({ base: { name: 'b.png' }, sizes: 'other' })
  expect(names(session)).toEqual(['a.png', 'b.png'])
  session.answer('cancel')
  expect(names(session)).toEqual(['a.png', 'b.png'])
  expect(session.state().mask?.marked).toBe(4)
})

test.each([
  ['scale', 16],
  ['centre', 4],
  ['drop', 0],
] as const)('the answer %s leaves %i pixels marked on a picture of twice the size', async (choice, marked) => {
  const { session } = await painted()
  await session.add([png('b.png', 16, 8)])
  session.move(idOf(session, 'b.png'), 0)
  session.answer(choice)
  expect(names(session)).toEqual(['b.png', 'a.png'])
  expect(session.state().mask).toMatchObject({ width: 16, height: 8, marked })
})

test('dropping a mask of the same size can be undone', async () => {
  const { session } = await painted()
  await session.add([png('b.png')])
  session.move(idOf(session, 'b.png'), 0)
  session.answer('drop')
  session.state().mask?.undo()
  expect(session.state().mask?.marked).toBe(4)
})

test('a result of the same size becomes the base and the mask stays; the way back stays open', async () => {
  const { session } = await painted()
  await session.takeResult(png('result').blob)
  expect(session.state().question).toBeUndefined()
  expect(session.state().mask?.marked).toBe(4)
  session.goTo(0)
  expect(names(session)).toEqual(['a.png'])
  session.goTo(1)
  expect(names(session)).toEqual(['edit-2.png'])
})

test('a picture that another tool hands over asks about the mask, and the way back stays open', async () => {
  const { session } = await painted()
  await session.add([png('b.png')], 'base')
  expect(session.state().question?.sizes).toBe('equal')
  session.answer('drop')
  expect([names(session), session.state().work.steps.length]).toEqual([['b.png'], 2])
})

test('a result of another size asks about the mask', async () => {
  const { session } = await painted()
  await session.takeResult(png('result', 4, 2).blob)
  expect(session.state().question?.sizes).toBe('other')
  session.answer('scale')
  expect(session.state().mask).toMatchObject({ width: 4, height: 2, marked: 1 })
})

test('without any picture the mask waits, and the next picture asks about it', async () => {
  const { session } = await painted()
  session.remove(idOf(session, 'a.png'))
  expect(names(session)).toEqual([])
  const added = session.add([png('b.png'), png('c.png')])
  await expect.poll(() => session.state().question?.sizes).toBe('equal')
  session.answer('centre')
  await added
  expect(names(session)).toEqual(['b.png', 'c.png'])
  expect(session.state().mask?.marked).toBe(4)
})
