import { beforeEach, expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { type Press, StrokePainter } from './stroke-painter.ts'

let editor: MaskEditor
let painter: StrokePainter
let steps: boolean[]
let colours: number[]

beforeEach(() => {
  editor = new MaskEditor(100, 80)
  steps = []
  colours = []
  painter = new StrokePainter({
    editor,
    onStep: (changed) => steps.push(changed),
    onColour: (at, value) => colours.push(at.x, at.y, value),
  })
})

const press = (tool: Press['tool'], x: number, y: number, more: Partial<Press> = {}) =>
  painter.press({ at: { x, y }, pressure: 1, tool, value: tool === 'eraser' ? 0 : 255, isStraight: false, ...more })
const move = (x: number, y: number, isEven = false) => painter.move([{ x, y, pressure: 1 }], isEven)
const is = (x: number, y: number) => editor.bytes[y * editor.width + x]

test('a stroke is one step, from press to release', () => {
  press('brush', 50, 40)
  move(60, 40)
  move(90, 40)
  expect(painter.isDrawing).toBe(true)
  painter.release()
  expect([is(50, 40), is(99, 40), is(5, 40)]).toEqual([255, 255, 0])
  expect(steps).toEqual([true])
  editor.undo()
  expect(editor.marked).toBe(0)
})

test('a press with Shift draws straight from where the last stroke ended', () => {
  press('brush', 0, 0)
  painter.release()
  const alone = editor.marked
  press('brush', 99, 79, { isStraight: true })
  painter.release()
  expect(is(50, 40)).toBe(255)
  expect(editor.marked).toBeGreaterThan(2 * alone)
})

test('what changes nothing is no step', () => {
  press('eraser', 50, 40)
  painter.release()
  expect([steps.length, editor.canUndo]).toEqual([1, false])
})

test('a rectangle takes the pixels whose middles lie within, in any direction, and with Shift it is square', () => {
  press('rectangle', 30.2, 20.2)
  move(10, 10)
  painter.release()
  expect(editor.marked).toBe(20 * 10)
  painter.commit()
  press('rectangle', 50, 50)
  move(70, 40, true)
  painter.release()
  expect(editor.marked).toBe(200 + 20 * 20)
  expect([is(50, 30), is(69, 49), is(50, 50)]).toEqual([255, 255, 0])
})

test('a polygon is open over its presses until it is committed; its last corner can be taken back', () => {
  for (const [x, y] of [
    [0, 0],
    [40, 0],
    [99, 79],
    [40, 40],
    [0, 40],
  ] as const) {
    press('polygon', x, y)
    painter.release()
    if (x === 99) painter.removeCorner()
  }
  expect(editor.marked).toBe(0)
  painter.commit()
  expect(editor.marked).toBe(1600)
  expect(painter.draft).toBeUndefined()
})

test('what is given up leaves nothing behind', () => {
  press('brush', 50, 40)
  expect(painter.cancel()).toBe(true)
  press('lasso', 0, 0)
  for (const [x, y] of [
    [40, 0],
    [40, 40],
  ] as const)
    move(x, y)
  expect(painter.cancel()).toBe(true)
  expect([editor.marked, editor.canUndo, painter.cancel()]).toEqual([0, false, false])
})

test('the first of two fingers takes back only what it began: a corner, and not the polygon', () => {
  for (const x of [0, 40, 80]) {
    press('polygon', x, x / 2)
    if (x === 80) painter.withdraw()
    else painter.release()
  }
  expect(painter.draft).toMatchObject({ points: [{ x: 0 }, { x: 40 }] })
})

test('an open shape is kept when somebody goes on with something else', () => {
  press('lasso', 0, 0)
  for (const [x, y] of [
    [40, 0],
    [40, 40],
    [0, 40],
  ] as const)
    move(x, y)
  painter.finish()
  expect(editor.marked).toBe(1600)
})

test('fills and colours are taken where they were pressed, when the hand is lifted', () => {
  press('fill', 3, 3)
  move(90, 3)
  expect(editor.marked).toBe(0)
  painter.release()
  expect(editor.marked).toBe(8000)
  press('colour-select', 7, 8, { value: 0 })
  painter.release()
  expect(colours).toEqual([7, 8, 0])
})
