import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { BlockMap, sampleMask } from './sample-mask.ts'

function maskOf(width: number, height: number, bytes: Uint8Array) {
  return { bytes, width, height, blocks: new BlockMap(bytes, width, height) }
}

/** A mask with some rectangles of any value in it: blocks that are all one, and blocks that are not. */
const masks = fc
  .record({ width: fc.integer({ min: 1, max: 150 }), height: fc.integer({ min: 1, max: 150 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.tuple(fc.nat(width), fc.nat(height), fc.nat(width), fc.nat(height), fc.constantFrom(0, 90, 255)), {
        maxLength: 6,
      })
      .map((boxes) => {
        const bytes = new Uint8Array(width * height)
        for (const [x, y, w, h, value] of boxes)
          for (let row = y; row < Math.min(height, y + h); row++)
            bytes.fill(value, row * width + x, row * width + Math.min(width, x + w))
        return maskOf(width, height, bytes)
      }),
  )

const places = fc.record({
  x: fc.double({ min: -60, max: 60, noNaN: true }),
  y: fc.double({ min: -60, max: 60, noNaN: true }),
})

test('from 100 % on each screen pixel is exactly the byte below its middle', () => {
  fc.assert(
    fc.property(masks, places, fc.double({ min: 1, max: 40, noNaN: true }), ({ ...mask }, { x, y }, scale) => {
      const area = { x: -3, y: 2, width: 50, height: 40 }
      const out = new Uint8Array(area.width * area.height)
      sampleMask(mask, { scale, x, y }, area, out)
      const wanted = out.map((_, at) => {
        const column = Math.floor((area.x + (at % area.width) + 0.5 - x) / scale)
        const row = Math.floor((area.y + Math.floor(at / area.width) + 0.5 - y) / scale)
        const isInside = column >= 0 && row >= 0 && column < mask.width && row < mask.height
        return isInside ? (mask.bytes[row * mask.width + column] ?? 0) : 0
      })
      expect(out).toEqual(wanted)
    }),
    { numRuns: 40 },
  )
})

test('below it, each is the mean of what it covers, and never too faint where something is marked for certain', () => {
  fc.assert(
    fc.property(masks, places, fc.double({ min: 0.02, max: 0.99, noNaN: true }), (mask, { x, y }, scale) => {
      const area = { x: -2, y: -2, width: 40, height: 30 }
      const out = new Uint8Array(area.width * area.height)
      sampleMask(mask, { scale, x, y }, area, out)
      const ends = (at: number, offset: number, length: number) =>
        [0, 1].map((more) => Math.min(length, Math.max(0, Math.floor((at + more - offset) / scale)))) as [
          number,
          number,
        ]
      for (let at = 0; at < out.length; at++) {
        const [left, right] = ends(area.x + (at % area.width), x, mask.width)
        const [top, bottom] = ends(area.y + Math.floor(at / area.width), y, mask.height)
        let sum = 0
        let most = 0
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++) {
            const value = mask.bytes[row * mask.width + column] ?? 0
            sum += value
            most = Math.max(most, value)
          }
        const mean = Math.round(sum / Math.max(1, (right - left) * (bottom - top)))
        if (out[at] !== (most > 127 ? Math.max(72, mean) : mean))
          expect.fail(`${out[at]} at ${at}, not the mean ${mean}`)
      }
    }),
    { numRuns: 15 },
  )
})

test('blocks are read again where the mask changed', () => {
  const bytes = new Uint8Array(100 * 100)
  const blocks = new BlockMap(bytes, 100, 100)
  expect([blocks.at(0, 0), blocks.at(3, 3)]).toEqual([0, 0])
  bytes.fill(255)
  bytes[40] = 7
  blocks.changed({ x: 0, y: 0, width: 100, height: 100 })
  expect([blocks.at(0, 0), blocks.at(1, 0), blocks.at(3, 3)]).toEqual([255, -1, 255])
})

const [width, height] = [100, 70]

type Act = (editor: MaskEditor) => void

test('what is known of blocks stays true, whatever is done to the mask and undone', () => {
  const place = fc.record({ x: fc.integer({ min: -9, max: width }), y: fc.integer({ min: -9, max: height }) })
  const size = fc.record({ width: fc.constantFrom(5, 32, 70), height: fc.constantFrom(5, 40) })
  const act = fc.oneof(
    fc.tuple(place, size).map(
      ([at, size]): Act =>
        (editor) =>
          editor.rectangle({ ...at, ...size }, 255),
    ),
    fc.constantFrom<Act>(
      (editor) => editor.invert(),
      (editor) => editor.clear(),
      (editor) => editor.undo(),
      (editor) => editor.redo(),
    ),
  )
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 12 }), (acts) => {
      const editor = new MaskEditor(width, height)
      const blocks = new BlockMap(editor.bytes, width, height)
      editor.subscribe((rect, how) => (how === 'inverted' ? blocks.inverted() : blocks.changed(rect)))
      for (const act of acts) {
        act(editor)
        const fresh = new BlockMap(editor.bytes, width, height)
        for (let row = 0; row < fresh.rows; row++)
          for (let column = 0; column < fresh.columns; column++)
            expect(blocks.at(column, row)).toBe(fresh.at(column, row))
      }
    }),
    { numRuns: 60 },
  )
})
