import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bundleLimits } from './bundle-format.ts'
import { readDirectory } from './zip-directory.ts'
import { ZipWriter, zipFiles } from './zip-writer.ts'

test('files come out of the zip as they went in, under their names', async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 251)
  const zip = await zipFiles([
    { name: 'a.png', blob: new Blob([bytes]) },
    { name: 'ü.webp', blob: new Blob([]) },
  ])
  const out = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  expect(Object.keys(out)).toEqual(['a.png', 'ü.webp'])
  expect(out['a.png']).toEqual(bytes)
  expect(out['ü.webp']).toEqual(new Uint8Array())
})

test('more files than 16 bits can count are counted in the 64-bit extension', async () => {
  const zip = new ZipWriter(2)
  const bytes = new Uint8Array([7])
  for (const name of ['a', 'b', 'c']) zip.add(name, { bytes, method: 0, crc: 0x4c667a2e, size: 1 })
  const blob = zip.end()
  expect([...(await readDirectory(blob, bundleLimits)).keys()]).toEqual(['a', 'b', 'c'])
  await expect(readDirectory(blob, { ...bundleLimits, entries: 2 })).rejects.toThrow(/3 files/)
  const damaged = new Uint8Array(await blob.arrayBuffer())
  damaged[damaged.length - 22 - 76] = 0
  await expect(readDirectory(new Blob([damaged]), bundleLimits)).rejects.toThrow(/damaged/)
})
