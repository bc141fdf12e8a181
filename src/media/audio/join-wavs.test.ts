import { expect, test } from 'vitest'
import { joinWavs, readWav, wavHeader } from './wav.ts'

const format = { coding: 'int', bits: 16, rate: 24_000, channels: 1 } as const
const wav = (values: readonly number[], rate = 24_000) =>
  new Blob([wavHeader({ ...format, rate }, values.length * 2), new Int16Array(values)])

test('files of one format follow one another in one file', async () => {
  const joined = await joinWavs([wav([1, 2]), wav([3]), wav([4, 5, 6])])
  expect(await readWav(joined ?? new Blob())).toEqual({ ...format, start: 44, bytes: 12, isWhole: true })
  expect([...new Int16Array((await joined?.slice(44).arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2, 3, 4, 5, 6])
})

test('other formats and other files are not joined', async () => {
  expect(await joinWavs([wav([1]), wav([2], 44_100)])).toBeUndefined()
  expect(await joinWavs([wav([1]), new Blob(['ID3'])])).toBeUndefined()
  expect(await joinWavs([])).toBeUndefined()
})
