import { expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { coverageOf } from '../import/mask-findings.ts'
import { MaskDocument } from './mask-document.ts'

/** Operations that end when the test says so; their result is the mask they were given, with the first pixel marked. */
function working() {
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
  const mask = new MaskDocument({
    editor,
    tasks: { grow: slow, shrink: slow, feather: fails, selectColour: fails },
  })
  const begun = () => new Promise((done) => setTimeout(done))
  const turn = async () => {
    await begun()
    open.shift()?.()
  }
  return { editor, mask, given, begun, turn, kind: () => mask.state.get().operation.kind }
}

test('what is painted while the edge is worked upon is not lost, and worked upon too', async () => {
  const { editor, mask, given, begun, turn, kind } = working()
  const done = mask.changeEdge('grow')
  await begun()
  editor.rectangle({ x: 6, y: 6, width: 2, height: 2 }, 255)
  expect(kind()).toBe('running')
  await turn()
  await turn()
  await done
  expect(given).toEqual([4, 8])
  expect([editor.marked, kind()]).toEqual([9, 'idle'])
  editor.undo()
  expect(editor.marked).toBe(8)
})

test('the edge waits for the end of the stroke under way', async () => {
  const { mask, given, begun, turn } = working()
  mask.painter.press({ at: { x: 6, y: 6 }, pressure: 1, tool: 'brush', value: 255, isStraight: false })
  const done = mask.changeEdge('grow')
  await begun()
  expect(given).toEqual([])
  mask.painter.release()
  await turn()
  await done
  expect(given).toHaveLength(1)
})

test('one operation at a time, and none where nothing is marked', async () => {
  const { editor, mask, given, turn } = working()
  const done = mask.changeEdge('grow')
  await mask.changeEdge('shrink')
  await turn()
  await done
  expect(given).toHaveLength(1)
  editor.clear()
  await mask.changeEdge('shrink')
  expect(given).toHaveLength(1)
})

test('an operation that fails says why and leaves the mask as it was', async () => {
  const { editor, mask } = working()
  await mask.changeEdge('feather')
  expect(mask.state.get().operation).toEqual({ kind: 'failed', why: 'No room.' })
  expect(editor.marked).toBe(4)
})

test('Undo takes back an open corner, then the frame, then steps of the mask, and at last goes beyond it', () => {
  const gone: string[] = []
  const editor = new MaskEditor(8, 8)
  const fails = () => Promise.reject(new Error('Not here.'))
  const mask = new MaskDocument({
    editor,
    tasks: { grow: fails, shrink: fails, feather: fails, selectColour: fails },
    beyond: { can: (direction) => direction === 'undo', go: (direction) => gone.push(direction) },
  })
  const undo = () => mask.do({ kind: 'undo' })
  mask.do({ kind: 'invert' })
  mask.choose('polygon')
  mask.painter.press({ at: { x: 2, y: 2 }, pressure: 1, tool: 'polygon', value: 255, isStraight: false })
  mask.painter.release()
  undo()
  expect([mask.painter.draft, editor.marked]).toEqual([undefined, 64])
  mask.choose('crop')
  expect(mask.state.get().frame).toMatchObject({ way: 'crop', frame: { width: 8, height: 8 } })
  undo()
  expect([mask.state.get().frame, mask.state.get().tool, editor.marked]).toEqual([undefined, 'polygon', 64])
  undo()
  expect([editor.marked, gone]).toEqual([0, []])
  undo()
  expect([gone, mask.can('redo')]).toEqual([['undo'], true])
})

test('something is never called nothing, nor less than all called all', () => {
  const shares = [0, 1, 5_000, 74_000, 999_999, 1_000_000].map((marked) => coverageOf(marked, 1_000_000))
  expect(shares).toEqual(['0%', '< 0.01%', '0.50%', '7.4%', '> 99.99%', '100%'])
})
