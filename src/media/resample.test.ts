import { expect, test } from 'vitest'
import { resample } from './resample.ts'

const plain = (width: number, height: number, colour: readonly number[]) => ({
  ...{ width, height },
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, at) => colour[at % 4] ?? 0),
})

test('one colour stays that colour at every size', () => {
  for (const [width, height] of [
    [1, 1],
    [3, 50],
    [40, 2],
  ] as const) {
    const { rgba } = resample(plain(7, 5, [10, 200, 30, 120]), { width, height })
    expect([...rgba]).toEqual([...plain(width, height, [10, 200, 30, 120]).rgba])
  }
})

test('the same size is the very same picture', () => {
  const picture = plain(4, 4, [1, 2, 3, 4])
  expect(resample(picture, picture)).toBe(picture)
})

test('what is enlarged and reduced again comes back nearly the same', () => {
  const rgba = Uint8Array.from({ length: 24 * 16 * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : 128 + 90 * Math.sin((at >> 2) / 5) * Math.cos((at >> 6) / 3),
  )
  const large = resample({ width: 24, height: 16, rgba }, { width: 67, height: 45 })
  const back = resample(large, { width: 24, height: 16 })
  const off = Math.max(...[...back.rgba].map((byte, at) => Math.abs(byte - (rgba[at] ?? 0))))
  expect(off).toBeLessThan(12)
})

test('a picture is centred: its mirror image is resampled to the mirror image', () => {
  const rgba = Uint8Array.from({ length: 9 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256))
  const mirrored = (bytes: ArrayLike<number>) =>
    Array.from({ length: bytes.length / 4 }, (_, n) => Array.from(bytes).slice(n * 4, n * 4 + 4))
      .reverse()
      .flat()
  const to = { width: 23, height: 1 }
  const one = resample({ width: 9, height: 1, rgba }, to)
  const two = resample({ width: 9, height: 1, rgba: Uint8Array.from(mirrored(rgba)) }, to)
  const off = mirrored(two.rgba).map((byte, at) => Math.abs(byte - (one.rgba[at] ?? 0)))
  expect(Math.max(...off)).toBeLessThanOrEqual(1)
})

test('the colours of transparent pixels do not bleed into visible ones', () => {
  const rgba = Uint8Array.of(255, 0, 0, 0, 0, 0, 255, 255)
  const { rgba: out } = resample({ width: 2, height: 1, rgba }, { width: 8, height: 1 })
  for (let at = 0; at < out.length; at += 4) if ((out[at + 3] ?? 0) > 0) expect([out[at], out[at + 1]]).toEqual([0, 0])
})
