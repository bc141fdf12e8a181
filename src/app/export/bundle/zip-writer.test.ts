import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipFiles } from './zip-writer.ts'

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
