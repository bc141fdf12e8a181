import { expect, test } from 'vitest'
import { readPngText } from '#media/png.ts'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { savedFile, savedFrame, savedPicture, sidecarOf } from './saved-file.ts'

const at = new Date(2026, 10, 23, 9, 5, 7).getTime()
const run: Run = {
  ...{ id: 'r', seq: 1, endpoint: 'videos.create', model: 'sandbox-video', title: 'A fox & <hound>', intent: '' },
  connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' },
  status: 'completed',
  served: { provider: 'sandbox', requestId: 'req-1' },
  log: [{ status: 'prepared', at, mono: 0 }],
  request: { prompt: 'A fox & <hound>', seconds: '4' },
  result: emptyResult,
  saved: true,
}

/** Three boxes without content: enough of an MP4 to append to. */
const boxes = ['ftyp', 'moov', 'mdat'].map((type) => `\0\0\0\x08${type}`).join('')

const videoOf = (type: string, content = boxes) => {
  const blob = new Blob([content], { type })
  return {
    place: 0,
    file: { ...{ id: 'a', run: 'r', role: 'output' as const, type, size: blob.size, sha256: 'x' }, blob },
  }
}

test('a saved MP4 has what its run knows behind the received bytes', async () => {
  const video = videoOf('video/mp4')
  const { name, blob } = await savedFile(run, video)
  expect(name).toBe('video_sandbox-video_a-fox-hound_20261123-090507_1.mp4')
  const text = await blob.text()
  expect(text.startsWith(boxes)).toBe(true)
  for (const said of [
    'AIPromptInformation>A fox &amp; &lt;hound&gt;<',
    'AISystemUsed>sandbox-video<',
    'digitalsourcetype/algorithmicMedia<',
    'patchbay:Source>Sandbox: synthetic output<',
    'patchbay:Router>127.0.0.1:8787<',
    'patchbay:RunId>r<',
    'patchbay:RequestId>req-1<',
    'patchbay:Settings>{"seconds":"4"}<',
  ])
    expect(text).toContain(said)
})

test('a video whose format has no place for it is saved as it came, under the same kind of name', async () => {
  for (const [type, content, ending] of [
    ['video/webm', '\x1a\x45\xdf\xa3', 'webm'],
    ['video/mp4', boxes.slice(0, -1), 'mp4'],
  ] as const) {
    const video = videoOf(type, content)
    const { name, blob } = await savedFile(run, video)
    expect(name).toBe(`video_sandbox-video_a-fox-hound_20261123-090507_1.${ending}`)
    expect(blob).toBe(video.file.blob)
  }
})

test('a frame is named and marked by its number, or by its time where the file does not say its frames', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const blob = new Blob([new Uint8Array(png)], { type: 'image/png' })
  for (const [frame, ending, position] of [
    [{ frame: 36 }, 'frame-36', '1.458 s, frame 36'],
    [{}, '1-458s', '1.458 s'],
  ] as const) {
    const saved = await savedFrame(run, videoOf('video/mp4'), { blob, seconds: 1.4583, ...frame })
    expect(saved.name).toBe(`video_sandbox-video_a-fox-hound_20261123-090507_1_${ending}.png`)
    const texts = readPngText(new Uint8Array(await saved.blob.arrayBuffer()))
    expect(texts).toContainEqual({ name: 'Position', text: position })
    expect(texts).toContainEqual({ name: 'Prompt', text: 'A fox & <hound>' })
  }
})

const imageRun: Run = {
  ...run,
  ...{ id: 'r', seq: 1, endpoint: 'images.generations', model: 'gen-image-2', title: 'A fox, red', intent: '' },
  request: { prompt: 'A fox, red: 狐', size: '64x64' },
  alts: { x: 'A fox that sits' },
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
  expect((await savedPicture(imageRun, pictureOf('image/webp'))).name).toBe(
    'images_gen-image-2_a-fox-red_20261123-090507_2.webp',
  )
})

test('a saved PNG says where it comes from, in whatever script', async () => {
  const { blob } = await savedPicture(imageRun, pictureOf('image/png'))
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
    JSON.stringify(await sidecarOf(imageRun, [{ ...pictureOf('image/png'), says: 'Red' }])),
  )
  expect(sidecar).toMatchObject({
    prompt: 'A fox, red: 狐',
    model: { asked: 'gen-image-2', provider: 'sandbox' },
    settings: { size: '64x64' },
    requestId: 'req-1',
    price: 'price not stated',
    images: [
      {
        file: 'images_gen-image-2_a-fox-red_20261123-090507_2.png',
        width: 1,
        height: 1,
        alt: 'A fox that sits',
        promptAsRewritten: 'Red',
      },
    ],
  })
})

test('a drawing is saved as one', async () => {
  expect((await savedPicture(imageRun, pictureOf('image/svg+xml'))).name).toMatch(/_2\.svg$/)
})

test('other formats are saved byte for byte', async () => {
  const { blob } = await savedPicture(imageRun, pictureOf('image/jpeg'))
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
})
