import { expect, test } from 'vitest'
import { readPngText } from '#media/read-png-text.ts'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { savedPicture } from './picture-file.ts'

const at = new Date(2026, 10, 22, 9, 5, 7).getTime()
const run: Run = {
  ...{ id: 'r', seq: 1, endpoint: 'images.generations', model: 'gen-image-2', title: 'A fox, red', intent: '' },
  connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' },
  status: 'completed',
  served: { provider: 'sandbox' },
  log: [{ status: 'prepared', at, mono: 0 }],
  request: { prompt: 'A fox, red: 狐' },
  result: emptyResult,
  saved: true,
}
// The smallest picture there is.
const bytes = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const pictureOf = (type: string) => ({
  place: 1,
  file: {
    ...{ id: 'a', run: 'r', role: 'output' as const, type, size: bytes.length, sha256: 'x' },
    blob: new Blob([bytes], { type }),
  } as const,
})

test('a saved picture is named after its run and place, with the ending of its bytes', async () => {
  expect((await savedPicture(run, pictureOf('image/webp'))).name).toBe(
    'images_gen-image-2_a-fox-red_20261122-090507_2.webp',
  )
})

test('a saved PNG says where it comes from, in whatever script', async () => {
  const { blob } = await savedPicture(run, pictureOf('image/png'))
  const said = Object.fromEntries(
    readPngText(new Uint8Array(await blob.arrayBuffer())).map(({ name, text }) => [name, text]),
  )
  expect(said).toMatchObject({
    Software: 'Patchbay',
    Model: 'gen-image-2',
    Prompt: 'A fox, red: 狐',
    Source: 'Sandbox: synthetic output',
  })
})

test('other formats are saved byte for byte', async () => {
  const { blob } = await savedPicture(run, pictureOf('image/jpeg'))
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
})
