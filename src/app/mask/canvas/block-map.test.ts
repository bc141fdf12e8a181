import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { BlockMap } from './block-map.ts'

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
