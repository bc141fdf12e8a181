import { expect, test } from 'vitest'
import { createMaskTasks } from '../../../mask/worker/mask-tasks.ts'
import { type EditEnvironment, EditSession } from './edit-session.ts'

/** A browser's storage, and timers that ring when they are told to. */
function world() {
  const drafts = new Map<string, unknown>()
  const texts = new Map<string, string>()
  const timers = new Set<() => void>()
  const hides = new Set<() => void>()
  let ids = 0
  const made: EditEnvironment = {
    openDraft: (key) => ({
      read: async () => drafts.get(key),
      write(value, written) {
        drafts.set(key, value)
        written?.()
      },
    }),
    tab: {
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    },
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
    tasks: createMaskTasks(),
    look: async (blob) => {
      const header = new DataView(await blob.arrayBuffer())
      return { width: header.getUint32(16), height: header.getUint32(20), thumbnail: new Blob(['small']) }
    },
  }
  return { made, drafts, texts, hide: () => [...hides].forEach((listener) => void listener()), timers }
}

/** As much of a PNG as is looked at. */
function png(name: string, width = 8, height = 4) {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return { name, blob: new Blob([bytes]) }
}

const names = (session: EditSession) => session.state.get().pictures.map(({ name }) => name)
const idOf = (session: EditSession, name: string) =>
  session.state.get().pictures.find((picture) => picture.name === name)?.id ?? ''
const paint = (session: EditSession) =>
  session.state.get().mask?.editor.rectangle({ x: 0, y: 0, width: 2, height: 2 }, 255)

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
  expect(session.state.get().incoming).toMatchObject([{ name: 'b.txt', status: 'refused' }])
  expect(session.state.get().mask?.editor).toMatchObject({ width: 8, height: 4, marked: 0 })
})

test('pictures and mask are there again in the next page', async () => {
  const { session, made, drafts, hide } = await painted()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeDefined()
  const next = new EditSession(made)
  await next.add([])
  expect(names(next)).toEqual(['a.png'])
  expect(next.state.get().mask?.editor.bytes).toEqual(session.state.get().mask?.editor.bytes)
})

test('an empty mask is kept as none', async () => {
  const { session, drafts, hide } = await painted()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeDefined()
  session.state.get().mask?.editor.clear()
  hide()
  await expect.poll(() => drafts.get('mask')).toBeUndefined()
})

test('without a mask the base changes at once, and an empty mask of its size comes with it', async () => {
  const session = new EditSession(world().made)
  await session.add([png('a.png'), png('b.png', 20, 10)])
  session.move(idOf(session, 'b.png'), 0)
  expect(names(session)).toEqual(['b.png', 'a.png'])
  expect(session.state.get().mask?.editor).toMatchObject({ width: 20, height: 10 })
})

test('with a mask another base asks first, and nothing has changed until it is answered', async () => {
  const { session } = await painted()
  await session.add([png('b.png', 16, 8)])
  session.move(idOf(session, 'b.png'), 0)
  expect(session.state.get().question).toMatchObject({ base: { name: 'b.png' }, sizes: 'other' })
  expect(names(session)).toEqual(['a.png', 'b.png'])
  session.answer('cancel')
  expect(names(session)).toEqual(['a.png', 'b.png'])
  expect(session.state.get().mask?.editor.marked).toBe(4)
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
  expect(session.state.get().mask?.editor).toMatchObject({ width: 16, height: 8, marked })
})

test('dropping a mask of the same size can be undone', async () => {
  const { session } = await painted()
  await session.add([png('b.png')])
  session.move(idOf(session, 'b.png'), 0)
  session.answer('drop')
  session.state.get().mask?.editor.undo()
  expect(session.state.get().mask?.editor.marked).toBe(4)
})

test('a result becomes the base with nothing marked, and the step before it keeps its mask', async () => {
  const { session } = await painted()
  await session.takeResult(png('result').blob)
  expect([session.state.get().question, session.state.get().mask?.editor.marked]).toEqual([undefined, 0])
  await session.add([])
  session.goTo(0)
  await session.add([])
  expect([names(session), session.state.get().mask?.editor.marked]).toEqual([['a.png'], 4])
  session.goTo(1)
  await session.add([])
  expect([names(session), session.state.get().mask?.editor.marked]).toEqual([['edit-2.png'], 0])
})

test('a picture that another tool hands over asks about the mask, and the way back stays open', async () => {
  const { session } = await painted()
  await session.add([png('b.png')], 'base')
  expect(session.state.get().question?.sizes).toBe('equal')
  session.answer('drop')
  expect([names(session), session.state.get().steps.length]).toEqual([['b.png'], 2])
})

test('painting after an edit was sent leaves its result as an offer; an accepted one leaves the canvas', async () => {
  const { session, made } = await painted()
  session.stage({ kind: 'sent', run: 'a' })
  expect(session.state.get().staging.next).toEqual({ run: 'a', gets: 'canvas' })
  session.state.get().mask?.editor.invert()
  expect(session.state.get().staging.next?.gets).toBe('offer')
  session.stage({ kind: 'shown', run: 'a', place: 1 })
  const next = new EditSession(made)
  await next.add([])
  expect(next.state.get().staging).toEqual({ shown: { run: 'a', place: 1 } })
  await session.takeResult(png('result').blob)
  expect(session.state.get().staging).toEqual({})
})

test('a result of another size asks nothing, since the mask goes with it', async () => {
  const { session } = await painted()
  await session.takeResult(png('result', 4, 2).blob)
  expect(session.state.get().question).toBeUndefined()
  expect(session.state.get().mask?.editor).toMatchObject({ width: 4, height: 2, marked: 0 })
})

test('without any picture the mask waits, and the next picture asks about it', async () => {
  const { session } = await painted()
  session.remove(idOf(session, 'a.png'))
  expect(names(session)).toEqual([])
  const added = session.add([png('b.png'), png('c.png')])
  await expect.poll(() => session.state.get().question?.sizes).toBe('equal')
  session.answer('centre')
  await added
  expect(names(session)).toEqual(['b.png', 'c.png'])
  expect(session.state.get().mask?.editor.marked).toBe(4)
})

const half = (mask: { bytes: Uint8Array }) => mask.bytes.slice(0, mask.bytes.length / 2)

test('another cut is a further step with its own mask, and the way back brings the mask as it was left', async () => {
  const { session } = await painted()
  await session.reframe(png('cut.png', 8, 2), half)
  expect([names(session), session.state.get().mask?.editor.height, session.state.get().mask?.editor.marked]).toEqual([
    ['cut.png'],
    2,
    4,
  ])
  session.state.get().mask?.editor.clear()
  session.goTo(0)
  await session.add([])
  expect([names(session), session.state.get().mask?.editor.height, session.state.get().mask?.editor.marked]).toEqual([
    ['a.png'],
    4,
    4,
  ])
  session.state.get().mask?.editor.invert()
  session.goTo(1)
  await session.add([])
  expect(session.state.get().mask?.editor).toMatchObject({ height: 2, marked: 0 })
  session.goTo(0)
  await session.add([])
  expect(session.state.get().mask?.editor.marked).toBe(28)
})

test('Undo goes past the first step of a mask to the base before the cut, and Redo on again', async () => {
  const { session } = await painted()
  await session.reframe(png('cut.png', 8, 2), half)
  const undo = () => session.state.get().mask?.do({ kind: 'undo' })
  session.state.get().mask?.do({ kind: 'invert' })
  undo()
  expect(names(session)).toEqual(['cut.png'])
  undo()
  await session.add([])
  expect([names(session), session.state.get().mask?.editor.marked]).toEqual([['a.png'], 4])
  expect([session.state.get().mask?.can('undo'), session.state.get().mask?.can('redo')]).toEqual([false, true])
  session.state.get().mask?.do({ kind: 'redo' })
  await session.add([])
  expect(names(session)).toEqual(['cut.png'])
})

test('a stroke or a frame that begins leaves the next result as an offer', async () => {
  for (const begin of ['stroke', 'frame'] as const) {
    const { session } = await painted()
    session.stage({ kind: 'sent', run: 'a' })
    const { mask } = session.state.get()
    if (begin === 'frame') mask?.choose('crop')
    else mask?.painter.press({ at: { x: 1, y: 1 }, pressure: 1, tool: 'polygon', value: 255, isStraight: false })
    expect(session.state.get().staging.next?.gets).toBe('offer')
  }
})

test('a cut that is no picture changes nothing, and says why', async () => {
  const { session } = await painted()
  await expect(session.reframe({ name: 'x', blob: new Blob([]) }, half)).rejects.toThrow(/0 bytes/)
  expect(names(session)).toEqual(['a.png'])
  await session.add([png('b.png')])
  expect(names(session)).toEqual(['a.png', 'b.png'])
})

test('a padded picture of the size of an earlier step does not take the mask of that', async () => {
  const { session } = await painted()
  await session.reframe(png('small.png', 4, 4), () => new Uint8Array(16))
  await session.reframe(png('padded.png', 8, 4), () => new Uint8Array(32).fill(255))
  session.goTo(0)
  await session.add([])
  expect([names(session), session.state.get().mask?.editor.marked]).toEqual([['a.png'], 4])
})

const typed = (prompt: string) => ({ request: { prompt } })

test('an earlier edit opens with its mask, and what stood there is brought back whole, also by the next page', async () => {
  const { session, made, drafts, hide } = await painted()
  await session.open([png('old.png', 6, 6)], () => new Uint8Array(36).fill(255), typed('mine'))
  expect([names(session), session.state.get().mask?.editor.marked]).toEqual([['old.png'], 36])
  hide()
  await expect.poll(() => drafts.get('mask')).toMatchObject({ width: 6 })
  const next = new EditSession(made)
  expect(await next.swap(typed('old'))).toEqual(typed('mine'))
  expect([names(next), next.state.get().mask?.editor.marked]).toEqual([['a.png'], 4])
  expect(await next.swap(typed('mine'))).toEqual(typed('old'))
  expect([names(next), next.state.get().mask?.editor.marked]).toEqual([['old.png'], 36])
})

test('where nothing stood, nothing is laid aside', async () => {
  const session = new EditSession(world().made)
  await session.open([png('old.png')], undefined, typed(' '))
  expect([names(session), session.state.get().aside]).toEqual([['old.png'], undefined])
  expect(await session.swap(typed('x'))).toBeUndefined()
  expect(names(session)).toEqual(['old.png'])
})

test('a removal is undone with the steps and the mask of the picture, until something else is done', async () => {
  const { session } = await painted()
  await session.add([png('r.png', 20, 10)])
  await session.takeResult(png('result').blob)
  session.state.get().mask?.editor.invert()
  const marked = session.state.get().mask?.editor.marked
  session.remove(idOf(session, 'edit-2.png'))
  session.answer('drop')
  expect([names(session), session.state.get().mask?.editor.width, session.state.get().removed?.name]).toEqual([
    ['r.png'],
    20,
    'edit-2.png',
  ])
  session.undoRemoval()
  expect([names(session), session.state.get().steps.length]).toEqual([['edit-2.png', 'r.png'], 2])
  expect(session.state.get().mask?.editor.marked).toBe(marked)
  session.remove(idOf(session, 'r.png'))
  expect(session.state.get().removed?.name).toBe('r.png')
  session.goTo(0)
  await session.add([])
  expect(session.state.get().removed).toBeUndefined()
})
