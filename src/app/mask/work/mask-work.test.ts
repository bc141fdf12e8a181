import { expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { coverageOf } from '../import/mask-findings.ts'
import { joined, MaskWork } from './mask-work.ts'

/** Work that is done when the test says so; its result is the mask it was given, with the first pixel marked. */
function working(whenFree = async () => {}) {
  const editor = new MaskEditor(8, 8)
  editor.rectangle({ x: 2, y: 2, width: 2, height: 2 }, 255)
  const open: (() => void)[] = []
  const given: number[] = []
  const slow = (mask: { bytes: Uint8Array }) => {
    const bytes = new Uint8Array(mask.bytes)
    given.push(bytes.filter((byte) => byte > 0).length)
    bytes[0] = 255
    return new Promise<Uint8Array<ArrayBuffer>>((done) => open.push(() => done(bytes)))
  }
  const fails = () => Promise.reject(new Error('No room.'))
  const work = new MaskWork({
    editor,
    image: {} as ImageBitmap,
    tasks: { grow: slow, shrink: slow, feather: fails, selectColour: fails },
    take: (bytes) => editor.replace(bytes),
    whenFree,
    onNews: () => {},
  })
  const begun = () => new Promise((done) => setTimeout(done))
  const turn = async () => {
    await begun()
    open.shift()?.()
  }
  return { editor, work, given, begun, turn }
}

test('what is painted while the edge is worked upon is not lost, and worked upon too', async () => {
  const { editor, work, given, begun, turn } = working()
  const done = work.edge('grow')
  await begun()
  editor.rectangle({ x: 6, y: 6, width: 2, height: 2 }, 255)
  expect(work.state.kind).toBe('works')
  await turn()
  await turn()
  await done
  expect(given).toEqual([4, 8])
  expect([editor.marked, work.state.kind]).toEqual([9, 'rests'])
  editor.undo()
  expect(editor.marked).toBe(8)
})

test('one work at a time, and none where nothing is marked', async () => {
  const { editor, work, given, turn } = working()
  const done = work.edge('grow')
  await work.edge('shrink')
  await turn()
  await done
  expect(given).toHaveLength(1)
  editor.clear()
  await work.edge('shrink')
  expect(given).toHaveLength(1)
})

test('work that fails says why and leaves the mask as it was', async () => {
  const { editor, work } = working()
  await work.edge('feather')
  expect(work.state).toEqual({ kind: 'failed', why: 'No room.' })
  expect(editor.marked).toBe(4)
})

test('chosen pixels are added to a mask or taken out, and the others stay', () => {
  const mask = Uint8Array.of(0, 90, 255, 7, 0)
  const chosen = Uint8Array.of(255, 255, 0, 0, 255)
  expect([...joined(mask, chosen, 255)]).toEqual([255, 255, 255, 7, 255])
  expect([...joined(mask, chosen, 0)]).toEqual([0, 0, 255, 7, 0])
})

test('something is never called nothing, nor less than all called all', () => {
  const shares = [0, 1, 5_000, 74_000, 999_999, 1_000_000].map((marked) => coverageOf(marked, 1_000_000))
  expect(shares).toEqual(['0%', '< 0.01%', '0.50%', '7.4%', '> 99.99%', '100%'])
})
