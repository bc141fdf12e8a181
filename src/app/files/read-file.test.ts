import { expect, test } from 'vitest'
import { editRules } from './file-rules.ts'
import { type FileReading, readPicture } from './read-file.ts'

/** The first bytes of a PNG: all that is read before the browser looks. */
function png(width: number, height: number, length = 64): Blob {
  const bytes = new Uint8Array(length)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return new Blob([bytes], { type: 'image/png' })
}

const thumbnail = new Blob(['small'])
const seeing = (width: number, height: number) => async () => ({ width, height, thumbnail })
const mustNotLook = () => Promise.reject(new Error('was decoded'))
const read = (blob: Blob, look: FileReading['look']) =>
  readPicture({ name: 'a.png', blob }, editRules, { look, newId: () => 'id' })
const why = async (blob: Blob, look: FileReading['look'] = mustNotLook) => {
  const reading = await read(blob, look)
  return reading.kind === 'refused' ? reading.why : 'taken'
}

test('a picture is known by its bytes, whatever its name and type say', async () => {
  const reading = await read(new Blob([png(30, 20)], { type: 'text/html' }), seeing(30, 20))
  expect(reading).toMatchObject({
    kind: 'ready',
    file: { name: 'a.png', type: 'image/png', width: 30, height: 20, stands: 'upright' },
  })
})

test('what the browser shows in another shape than the header says was turned', async () => {
  const reading = await read(png(30, 20), seeing(20, 30))
  expect(reading).toMatchObject({ file: { width: 20, height: 30, stands: 'turned' } })
})

test('too many pixels are refused by the header, before anything is decoded', async () => {
  expect(await why(png(8000, 8001))).toBe('8000 × 8001 is 65 megapixels. The maximum is 64.')
  expect(await why(png(8000, 8000), seeing(8000, 8000))).toBe('taken')
})

test('each wrong file is refused in its own words', async () => {
  expect(await why(new Blob([]))).toMatch(/0 bytes/)
  expect(await why(new Blob(['GIF89a and more']))).toBe('The file type is GIF. Supported formats: PNG, JPEG and WebP.')
  expect(await why(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).toMatch(
    /^Unknown file type. Supported formats/,
  )
  expect(await why(png(0, 20))).toMatch(/has no dimensions/)
  expect(await why(png(30, 20))).toMatch(/cannot decode it/)
  expect(await why(png(30, 20, 50 * 2 ** 20 + 1))).toBe('It is 52.5 MB. The maximum file size is 50 MB.')
})
