import { expect, test } from 'vitest'
import { planFor, planWarning, planWords, sizeField, wholeImage } from './sent-area.ts'

const photo = { width: 4000, height: 3000 }
const mark = { x: 1000, y: 1000, width: 300, height: 200 }
const choice = { ...wholeImage, sent: 'masked' } as const
const asked = { model: 'gen-image-2', card: undefined, size: undefined }

test('a size of the model is asked for, and what happens is said', () => {
  const plan = planFor(mark, photo, choice, asked)
  expect(planWords(plan).replaceAll('\u00a0', ' ')).toBe(
    'Sends 428 × 328 px around the mask, enlarged ×2.7 to 1168 × 896.',
  )
  expect(sizeField(plan, asked)).toEqual({ size: '1168x896' })
  expect(planWarning(plan)).toBeUndefined()
})

test('a size that was set in the form is what the area is enlarged to', () => {
  const set = { ...asked, size: '2048x1152' }
  expect(planFor(mark, photo, choice, set).to).toEqual({ width: 2048, height: 1152 })
  expect(planFor(mark, photo, choice, { ...asked, size: 'auto' }).to).toEqual({ width: 1168, height: 896 })
})

test('lost detail and stretching are said', () => {
  const own = { ...asked, model: 'gen-image-1.5' }
  const large = planFor({ x: 0, y: 0, width: 3000, height: 2000 }, photo, choice, own)
  expect(planWords(large).replaceAll('\u00a0', ' ')).toMatch(/reduced ×0.5 to 1536 × 1024/)
  expect(planWarning(large)).toMatch(/detail is lost/)
  const strip = { width: 4000, height: 200 }
  expect(planWarning(planFor({ x: 0, y: 0, ...strip }, strip, choice, own))).toMatch(/stretched/)
})
