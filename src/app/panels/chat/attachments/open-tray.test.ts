import { expect, test } from 'vitest'
import { FileTray } from '../../../files/file-tray.ts'
import { fitOf, partOf } from './message-parts.ts'
import { messageRules } from './open-tray.ts'

const mostBytes = messageRules.maxBytes

const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The first bytes of a PNG: all that is read before the browser looks. */
function png(width: number, height: number, mark = 0): Blob {
  const bytes = new Uint8Array(64)
  bytes.set(head)
  bytes[63] = mark
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return new Blob([bytes])
}

function opened(stored?: unknown, kept = true) {
  const written: unknown[] = []
  let next = 0
  const tray = new FileTray({
    rules: messageRules,
    draft: { read: async () => stored, write: (value) => void written.push(value) },
    kept,
    newId: () => {
      next += 1
      return `${next}`
    },
    look: async (blob) => {
      if (new Uint8Array(await blob.arrayBuffer()).at(-1) === 13) throw new Error('It cannot be drawn.')
      const header = new DataView(await blob.arrayBuffer())
      return { width: header.getUint32(16), height: header.getUint32(20), thumbnail: new Blob(['small']) }
    },
  })
  const names = () => tray.state().files.map(({ name }) => name)
  const refused = () => tray.state().incoming.map(({ name, why }) => `${name}: ${why}`)
  return { tray, written, names, refused }
}

test('files come in one after the other, known by their bytes, and are kept', async () => {
  const { tray, written, names } = opened()
  await tray.add([
    { name: 'one.png', blob: png(30, 20) },
    { name: 'pasted picture', blob: png(8, 8, 1) },
  ])
  expect(names()).toEqual(['one.png', 'pasted picture.png'])
  expect(tray.state().files[0]).toMatchObject({ type: 'image/png', width: 30, height: 20 })
  expect(tray.state().incoming).toEqual([])
  expect(written.at(-1)).toEqual(tray.state().files)
  const again = opened(written.at(-1))
  await again.tray.intake.settled()
  expect(again.names()).toEqual(names())
})

test('what is left over of a message that was sent is not read', async () => {
  const first = opened()
  await first.tray.add([{ name: 'one.png', blob: png(1, 1) }])
  const { tray, names } = opened(first.written.at(-1), false)
  await tray.intake.settled()
  expect(names()).toEqual([])
})

const formats = 'Supported formats: PNG, JPEG, WebP, GIF, PDF, text, WAV and MP3.'

test('what cannot be sent is refused with its reason, and nothing else is lost', async () => {
  const { tray, names, refused } = opened()
  const large = (bytes: number) => Object.defineProperty(png(1, 1), 'size', { value: bytes })
  await tray.add([
    { name: 'good.png', blob: png(1, 1) },
    { name: 'nothing.png', blob: new Blob([]) },
    { name: 'words.png', blob: new Blob(['only words']) },
    { name: 'zeros.txt', blob: new Blob(['text\0']) },
    { name: 'latin.txt', blob: new Blob([Uint8Array.of(0x66, 0xfc, 0x72)]) },
    { name: 'sound.png', blob: new Blob(['OggS and so on, and so on']) },
    { name: 'damaged.png', blob: png(1, 1, 13) },
    { name: 'huge.png', blob: png(9000, 9000) },
    { name: 'large.png', blob: large(mostBytes + 1) },
    { name: 'too-much.png', blob: large(mostBytes - 10) },
  ])
  expect(names()).toEqual(['good.png'])
  expect(refused()).toEqual([
    'nothing.png: The file is empty: 0 bytes.',
    `words.png: Unknown file type. ${formats}`,
    `zeros.txt: Unknown file type. ${formats}`,
    `latin.txt: Unknown file type. ${formats}`,
    `sound.png: The file type is Ogg. ${formats}`,
    'damaged.png: This PNG file is damaged: the browser cannot decode it.',
    'huge.png: 9000 × 9000 is 81 megapixels. The maximum is 64.',
    'large.png: It is 49.6 MB. Files in a message are limited to 49.5 MB.',
    'too-much.png: Files in a message are limited to 49.5 MB; with this one it would be 49.6 MB.',
  ])
})

test('a press waits for what is being read, and is called off where that is refused', async () => {
  const { tray } = opened()
  void tray.add([{ name: 'one.png', blob: png(1, 1) }])
  expect(await tray.intake.settled()).toBe(true)
  void tray.add([{ name: 'words.png', blob: new Blob(['words']) }])
  expect(await tray.intake.settled()).toBe(false)
  // What was refused before the press is known.
  expect(await tray.intake.settled()).toBe(true)
})

test('a picture is a part of the message by its hash, its detail only where one was chosen', async () => {
  const { tray } = opened()
  await tray.add([{ name: 'one.png', blob: png(1, 1) }])
  const parts = () => tray.state().files.map(partOf)
  expect(parts()).toEqual([
    { type: 'input_image', image_url: expect.stringMatching(/^data:image\/png;base64,sha256:[0-9a-f]{64}$/) },
  ])
  tray.change(
    tray.state().files.map(({ id }) => id),
    { detail: 'high' },
  )
  expect(parts()).toMatchObject([{ detail: 'high' }])
})

const wav = new Blob(['RIFF....WAVEfmt '])

test('a PDF, a text and a sound are parts of their kinds; their bytes are hashes, of a sound without a data URL', async () => {
  const { tray, refused } = opened()
  await tray.add([
    { name: 'report.pdf', blob: new Blob(['%PDF-1.7 and so on']) },
    { name: 'notes.md', blob: new Blob(['# Notes'], { type: 'text/markdown' }) },
    { name: 'a.json', blob: new Blob(['{}']) },
    { name: 'voice', blob: wav },
  ])
  expect(refused()).toEqual([])
  const { files } = tray.state()
  const hash = (at: number) => `sha256:${files[at]?.sha256}`
  expect(files.map(partOf)).toEqual([
    { type: 'input_file', filename: 'report.pdf', file_data: `data:application/pdf;base64,${hash(0)}` },
    { type: 'input_file', filename: 'notes.md', file_data: `data:text/plain;base64,${hash(1)}` },
    { type: 'input_file', filename: 'a.json', file_data: `data:application/json;base64,${hash(2)}` },
    { type: 'input_audio', input_audio: { data: hash(3), format: 'wav' } },
  ])
})

test('a file that is no image has a limit of its own', async () => {
  const { tray, refused } = opened()
  await tray.add([{ name: 'long.txt', blob: new Blob(['a'.repeat(20_000_001)]) }])
  expect(refused()).toEqual(['long.txt: It is 20.1 MB. A file or sound is limited to 20 MB.'])
})

test('a model that lists what it takes refuses files that it does not take; one that lists nothing is asked', () => {
  const [pdf, sound, picture] = [
    { name: 'report.pdf', type: 'application/pdf' },
    { name: 'voice.wav', type: 'audio/wav' },
    { name: 'a.png', type: 'image/png' },
  ]
  const card = (...inputs: readonly string[]) => ({ id: 'm', raw: {}, inputs })
  expect(fitOf([pdf, sound, picture], card('text', 'image', 'file', 'audio'))).toEqual({ status: 'fits', says: '' })
  expect(fitOf([pdf], card('text', 'image'))).toEqual({
    status: 'refused',
    says: 'm does not take PDF files. Remove report.pdf, or choose another model.',
  })
  expect(fitOf([pdf, sound], card('text', 'PDF')).says).toContain('WAV files. Remove voice.wav')
  expect(fitOf([picture], card('text'))).toEqual({
    status: 'fits',
    says: 'm does not list images as input; they are sent anyway.',
  })
  for (const unknown of [undefined, { id: 'm', raw: {} }])
    expect(fitOf([pdf], unknown)).toMatchObject({ status: 'fits', says: expect.stringContaining('not reported') })
  expect(fitOf([picture], undefined).says).toBe('')
})

test('handed over alone they take the place of what was there; what was sent is gone', async () => {
  const { tray, names } = opened()
  await tray.add([{ name: 'one.png', blob: png(1, 1) }])
  await tray.add([{ name: 'two.png', blob: png(2, 2), detail: 'low' }], 'alone')
  expect(names()).toEqual(['two.png'])
  expect(tray.state().files[0]?.detail).toBe('low')
  const { files } = tray.state()
  void tray.add([{ name: 'later.png', blob: png(3, 3) }])
  tray.sent(files)
  await tray.intake.settled()
  expect(names()).toEqual(['later.png'])
})
