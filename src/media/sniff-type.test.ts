import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sniffType } from './sniff-type.ts'

const folder = join(process.env.TEST_DATA || '../shared', 'corpora/img/small')

const latin = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
  ['RIFF\0\0\0\0AVI LIST', undefined],
  ['\0\0\0\x18ftypavif', 'image/avif'],
  ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
  ['\0\0\0\x18ftypisom', 'video/mp4'],
  ['ID3\x04', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\xff\xf1\x50\x80', 'audio/aac'],
  ['\xff\xfe{\0', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['{"error":"none"}', undefined],
  ['', undefined],
])('%j is %s', (head, type) => {
  expect(sniffType(latin(head))).toBe(type)
})

test.skipIf(!existsSync(folder)).each([
  ['png-transparent.png', 'image/png'],
  ['jpeg.jpg', 'image/jpeg'],
  ['gif.gif', 'image/gif'],
  ['webp.webp', 'image/webp'],
  ['mp3.mp3', 'audio/mpeg'],
  ['wav.wav', 'audio/wav'],
  ['mp4-with-audio.mp4', 'video/mp4'],
  ['webm.webm', 'video/webm'],
  ['pdf.pdf', 'application/pdf'],
  ['svg.svg', undefined],
  ['html5.html', undefined],
  ['json.json', undefined],
  ['zip.zip', undefined],
])('the smallest %s is %s', (name, type) => {
  expect(sniffType(readFileSync(join(folder, name)))).toBe(type)
})
