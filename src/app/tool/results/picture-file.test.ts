import { expect, test } from 'vitest'
import { readPngText } from '#media/png.ts'
import { fileReference } from '../../run/file-marks.ts'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { savedPicture, settingsLine, settingsOf, sidecarOf } from './picture-file.ts'

const at = new Date(2026, 10, 22, 9, 5, 7).getTime()
const run: Run = {
  ...{ id: 'r', seq: 1, endpoint: 'images.generations', model: 'gen-image-2', title: 'A fox, red', intent: '' },
  connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' },
  status: 'completed',
  served: { provider: 'sandbox', requestId: 'req-1' },
  log: [{ status: 'prepared', at, mono: 0 }],
  request: { prompt: 'A fox, red: 狐', size: '64x64' },
  alts: { x: 'A fox that sits' },
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
    Description: 'A fox that sits',
    Settings: '{"size":"64x64"}',
    'Request Id': 'req-1',
    Source: 'Sandbox: synthetic output',
  })
})

test('beside the pictures of a zip stands how they were made, and what each of them is', async () => {
  const sidecar: unknown = JSON.parse(
    JSON.stringify(await sidecarOf(run, [{ ...pictureOf('image/png'), says: 'Red' }])),
  )
  expect(sidecar).toMatchObject({
    prompt: 'A fox, red: 狐',
    model: { asked: 'gen-image-2', provider: 'sandbox' },
    settings: { size: '64x64' },
    requestId: 'req-1',
    price: 'price not stated',
    images: [
      {
        file: 'images_gen-image-2_a-fox-red_20261122-090507_2.png',
        width: 1,
        height: 1,
        alt: 'A fox that sits',
        promptAsRewritten: 'Red',
      },
    ],
  })
})

test('a drawing is saved as one', async () => {
  expect((await savedPicture(run, pictureOf('image/svg+xml'))).name).toMatch(/_2\.svg$/)
})

test('other formats are saved byte for byte', async () => {
  const { blob } = await savedPicture(run, pictureOf('image/jpeg'))
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
})

const request = { model: 'm', prompt: 'A fox', size: '1024x640', n: 3, quality: 'low', stream: true, seed: 7 }

test('the settings of a run are what was asked for beside its model, its words and how the reply travels', () => {
  expect(settingsOf({ request })).toEqual({ size: '1024x640', n: 3, quality: 'low', seed: 7 })
  expect(settingsOf({ request: undefined })).toEqual({})
})

test('in one line a value stands alone where it says what it is', () => {
  expect(settingsLine({ request })).toBe('1024 × 640 · 3 images · low quality · seed 7')
  expect(settingsLine({ request: { size: 'auto', n: 1, output_format: 'webp', style: { a: 1 } } })).toBe(
    'size auto · 1 image · webp · style a 1',
  )
  const sections = [{ section_name: 'Verse', lines: ['One'] }, { section_name: 'Chorus' }]
  const composition_plan = { positive_global_styles: ['folk', 'slow'], negative_global_styles: [], sections }
  const words = 'composition plan positive global styles folk, slow; sections Verse, Chorus'
  expect(settingsLine({ request: { composition_plan } })).toBe(words)
  expect(settingsLine({ request: { composition_plan: JSON.stringify(composition_plan) } })).toBe(words)
  expect(settingsLine({ request: { text: '{not JSON' } })).toBe('text {not JSON')
  const input_reference = { image_url: fileReference('image/png', 'a'.repeat(64)) }
  expect(settingsLine({ request: { seconds: '8', input_reference } })).toBe('8 s · input reference')
  expect(settingsLine({ request: { auto_generate_text: true, loop: false } })).toBe('generated text · loop false')
})
