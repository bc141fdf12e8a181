import { expect, test } from 'vitest'
import { decodePng } from '#media/decode-png.ts'
import { encodePng } from '#media/encode-png.ts'
import { encodeMask } from '#media/mask/encode-mask.ts'
import { createMaskJobs } from './mask-job.ts'

const { cutOut, pasteIn } = createMaskJobs()

const png = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'image/png' })
const pixelsOf = async (file: Blob) => await decodePng(new Uint8Array(await file.arrayBuffer()))

/** Translucent all over, so that a canvas would change it. */
const pixels = (width: number, height: number, seed: number) => ({
  ...{ width, height },
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, at) => ((at + seed) * 2654435761) >>> 24),
})

const marked = (x: number, y: number) => x >= 20 && x < 30 && y >= 12 && y < 18
const mask = {
  ...{ width: 60, height: 40 },
  bytes: Uint8Array.from({ length: 60 * 40 }, (_, at) => (marked(at % 60, Math.floor(at / 60)) ? 255 : 0)),
}
const frame = { x: 15, y: 10, width: 20, height: 10 }

test('picture and mask are cut out and enlarged alike', async () => {
  const base = png(await encodePng(pixels(60, 40, 1)))
  const sent = await cutOut({ base, mask, plan: { frame, to: { width: 80, height: 40 } } })
  const [picture, hole] = await Promise.all([pixelsOf(sent.picture), pixelsOf(sent.mask)])
  expect(picture).toMatchObject({ width: 80, height: 40 })
  const clear = Array.from({ length: 80 * 40 }, (_, at) => hole?.rgba[at * 4 + 3] === 0)
  const expected = clear.map((_, at) => marked(15 + Math.floor((at % 80) / 4), 10 + Math.floor(at / 80 / 4)))
  expect(clear).toEqual(expected)
})

test('a result of any size is pasted back, and no byte outside the mask differs', async () => {
  const before = pixels(60, 40, 1)
  const base = png(await encodePng(before))
  const result = png(await encodePng({ ...pixels(33, 17, 5), rgba: new Uint8Array(33 * 17 * 4).fill(200) }))
  const file = await pasteIn({ base, result, frame, softEdge: 0, mask: png(await encodeMask(mask)) })
  const after = await pixelsOf(file)
  const expected = before.rgba.map((byte, at) => (mask.bytes[at >> 2] === 255 ? 200 : byte))
  expect(after).toEqual({ width: 60, height: 40, rgba: expected })
})

test('a frame that reaches over the base pastes nothing', async () => {
  const base = png(await encodePng(pixels(30, 15, 1)))
  const pasting = pasteIn({ base, result: base, frame, softEdge: 0, mask: base })
  await expect(pasting).rejects.toThrow('outside the image')
})
