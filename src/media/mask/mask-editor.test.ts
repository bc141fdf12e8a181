import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { MaskEditor } from './mask-editor.ts'

const sample = { seed, numRuns: process.env.SOAK ? 2000 : 60 }

const around = (size: number) => fc.double({ min: -30, max: size + 30, noNaN: true })
const value = fc.constantFrom(0 as const, 255 as const)
const soft = fc.constantFrom(1, 0.5)

/** What a hand may do, on masks that end inside a tile, a word and a band. */
type Act = (editor: MaskEditor) => void
function actsOn(width: number, height: number): fc.Arbitrary<Act> {
  const place = fc.record({ x: around(width), y: around(height) })
  const box = fc.record({ x: around(width), y: around(height), width: around(width), height: around(height) })
  const points = fc.array(fc.record({ x: around(width), y: around(height), pressure: fc.constantFrom(1, 0.3) }), {
    maxLength: 4,
  })
  const act = <T>(given: fc.Arbitrary<T>, does: (editor: MaskEditor, given: T) => unknown): fc.Arbitrary<Act> =>
    given.map((one) => (editor) => void does(editor, one))
  return fc.oneof(
    act(
      fc.tuple(points, value, soft, fc.double({ min: 1, max: 40, noNaN: true })),
      (e, [way, value, hardness, radius]) => e.stroke(way, { radius, hardness, value }),
    ),
    act(fc.tuple(box, value), (e, [rect, value]) => e.rectangle(rect, value)),
    act(fc.tuple(box, value), (e, [rect, value]) => e.ellipse(rect, value)),
    act(fc.tuple(fc.array(place, { maxLength: 7 }), value), (e, [corners, value]) => e.polygon(corners, value)),
    act(fc.tuple(place, value), (e, [{ x, y }, value]) => e.fill(x, y, value)),
    act(fc.constant(0), (e) => e.invert()),
    act(fc.constant(0), (e) => e.clear()),
    act(fc.nat(), (e, seed) => e.replace(e.bytes.map((byte, at) => ((at * seed) % 97 === 0 ? at : byte)))),
  )
}

const sizes = fc.constantFrom(
  [300, 140] as const,
  [129, 257] as const,
  [131, 3] as const,
  [7, 5] as const,
  [1, 1] as const,
)
const countOf = (bytes: Uint8Array) => bytes.reduce((count, byte) => count + (byte > 0 ? 1 : 0), 0)
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

test('whatever is done can be undone and done again, step by step, and is counted and told of', () => {
  const property = fc.property(
    sizes.chain(([width, height]) =>
      fc.tuple(
        fc.constant([width, height] as const),
        fc.array(fc.array(actsOn(width, height), { maxLength: 3 }), { maxLength: 6 }),
      ),
    ),
    ([[width, height], steps]) => {
      const editor = new MaskEditor(width, height)
      const states = [editor.bytes.slice()]
      // What a screen shows that draws only what it is told of.
      const shown = editor.bytes.slice()
      const isRight = (state: Uint8Array) =>
        isSame(editor.bytes, state) && isSame(shown, state) && editor.marked === countOf(state)
      editor.subscribe(({ x, y, width: across, height: down }) => {
        for (let row = y; row < y + down; row += 1) {
          const from = row * width + x
          shown.set(editor.bytes.subarray(from, from + across), from)
        }
      })
      for (const acts of steps) {
        editor.begin()
        for (const act of acts) act(editor)
        const { version } = editor
        editor.end()
        // Acts may make up for each other; else what changes nothing is no step.
        if (editor.version !== version) states.push(editor.bytes.slice())
        if (!isRight(states.at(-1) ?? shown)) return false
      }
      for (let at = states.length - 2; at >= 0; at -= 1) {
        editor.undo()
        if (!isRight(states[at] ?? shown)) return false
      }
      if (editor.canUndo || editor.undo() !== undefined) return false
      for (const state of states.slice(1)) {
        editor.redo()
        if (!isRight(state)) return false
      }
      return !editor.canRedo
    },
  )
  fc.assert(property, sample)
})

test('a step that is cancelled leaves nothing behind, and what was undone before can still be redone', () => {
  const [width, height] = [300, 140]
  const property = fc.property(fc.array(actsOn(width, height), { minLength: 1, maxLength: 5 }), (acts) => {
    const editor = new MaskEditor(width, height)
    editor.rectangle({ x: 20, y: 20, width: 50, height: 50 }, 255)
    const before = editor.bytes.slice()
    editor.rectangle({ x: 90, y: 20, width: 150, height: 100 }, 255)
    const undone = editor.bytes.slice()
    editor.undo()
    editor.begin()
    for (const act of acts) act(editor)
    editor.cancel()
    if (!isSame(editor.bytes, before) || editor.marked !== 2500) return false
    editor.redo()
    return isSame(editor.bytes, undone) && editor.cancel() === undefined
  })
  fc.assert(property, sample)
})

test('a new step takes the place of what was undone', () => {
  const editor = new MaskEditor(64, 64)
  editor.rectangle({ x: 0, y: 0, width: 10, height: 10 }, 255)
  editor.undo()
  editor.rectangle({ x: 20, y: 0, width: 10, height: 10 }, 255)
  expect(editor.canRedo).toBe(false)
  editor.undo()
  expect([editor.marked, editor.canUndo, editor.canRedo]).toEqual([0, false, true])
})

test('a step that changes nothing is none, and tells nobody of an end', () => {
  const editor = new MaskEditor(64, 64)
  editor.rectangle({ x: 0, y: 0, width: 64, height: 64 }, 255)
  const { version, historyBytes } = editor
  editor.begin()
  editor.end()
  editor.invert()
  editor.invert()
  editor.undo()
  editor.undo()
  expect(editor.historyBytes).toBeGreaterThan(historyBytes)
  editor.rectangle({ x: -9, y: 0, width: 5, height: 5 }, 255)
  expect(editor.rectangle({ x: 3, y: 3, width: 0.2, height: 0.2 }, 0)).toEqual({ x: 0, y: 0, width: 0, height: 0 })
  expect(editor.canRedo).toBe(true)
  expect(editor.version).toBeGreaterThan(version)
})

test('the end of a step is told, for it can be undone from then on', () => {
  const editor = new MaskEditor(64, 64)
  const told: boolean[] = []
  editor.subscribe(() => told.push(editor.canUndo))
  editor.begin()
  editor.rectangle({ x: 0, y: 0, width: 9, height: 9 }, 255)
  editor.end()
  expect(told).toEqual([false, true])
})

test('a hundred steps are kept, also large ones, and memory has an end', () => {
  const side = 512
  const editor = new MaskEditor(side, side)
  let random = 1
  const noise = () =>
    Uint8Array.from({ length: side * side }, () => {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0
      return random >>> 24
    })
  const pictures = [noise(), noise(), noise()]
  for (let step = 0; step < 130; step += 1) editor.replace(pictures[step % 3] ?? noise())
  // Each step has a quarter of a megabyte: a hundred are more than what is aimed at, and less than the limit.
  let undone = 0
  while (editor.undo()) undone += 1
  expect(undone).toBe(100)
  for (let step = 0; step < 200; step += 1) editor.rectangle({ x: step, y: 0, width: 1, height: 9 }, 255)
  expect(editor.historyBytes).toBeLessThan(200 * 400)
  undone = 0
  while (editor.undo()) undone += 1
  expect(undone).toBe(200)
})

test('fifty strokes over a large mask are kept in less than a megabyte', () => {
  const editor = new MaskEditor(2048, 2048)
  for (let step = 0; step < 50; step += 1) {
    editor.begin()
    for (let n = 0; n < 100; n += 1) {
      const at = { x: 100 + n * 18, y: 100 + step * 35 + 60 * Math.sin(n / 9), pressure: 1 }
      editor.stroke([at], { radius: 40, hardness: 1, value: 255 })
    }
    editor.end()
  }
  expect(editor.historyBytes).toBeLessThan(2 ** 20)
})

test('a mask is made of as many bytes as it has pixels, and copies them', () => {
  const bytes = new Uint8Array(7).subarray(1).fill(9)
  const editor = new MaskEditor(3, 2, bytes)
  bytes.fill(0)
  expect([...editor.bytes, editor.marked]).toEqual([9, 9, 9, 9, 9, 9, 6])
  expect(() => new MaskEditor(3, 3, bytes)).toThrow(RangeError)
  expect(() => editor.replace(new Uint8Array(9))).toThrow(RangeError)
  editor.invert()
  expect([...editor.bytes, editor.marked]).toEqual([246, 246, 246, 246, 246, 246, 6])
})
