import { expect, test } from 'vitest'
import { maskTools, toolsIn, toolWidth } from './mask-tools.ts'

const all = maskTools.reduce((sum, tool) => sum + toolWidth(tool, 44), 0)
const ids = (room: number, chosen: Parameters<typeof toolsIn>[2] = 'brush') =>
  toolsIn(room, maskTools, chosen, 44).map(({ id }) => id)

test('a bar with room shows every tool, a narrow one the first', () => {
  expect(ids(all)).toHaveLength(maskTools.length)
  expect(ids(160)).toEqual(['brush', 'eraser', 'rectangle'])
  expect(ids(0)).toEqual(['brush'])
})

test('the chosen tool is always on the bar', () => {
  expect(ids(160, 'lasso')).toEqual(['brush', 'eraser', 'lasso'])
  for (let room = 0; room < all; room += 7)
    for (const { id } of maskTools) {
      const shown = toolsIn(room, maskTools, id, 44)
      expect(shown.map((tool) => tool.id)).toContain(id)
      if (room >= 60) expect(shown.reduce((sum, tool) => sum + toolWidth(tool, 44), 0)).toBeLessThanOrEqual(room)
    }
})
