import { expect, test } from 'vitest'
import { emptyResult, type MediaOutput } from '../../run/result.ts'
import { receivedMedia } from './media-files.tsx'

const asset = (sha256: string, type = 'image/png', role: 'input' | 'output' = 'output') => ({
  ...{ id: `id-${sha256}`, run: 'r', role, type, size: 1, sha256 },
  blob: new Blob(['x'], { type }),
})
const media = (index: number, facts: Partial<MediaOutput>): MediaOutput => ({ kind: 'media', index, ...facts })

test('media come in the order of the reply, what was not told of behind them, and no steps or inputs', () => {
  const outputs = [
    media(0, { sha256: 'b', steps: ['s'] }),
    media(1, { sha256: 'a', says: 'x' }),
    media(2, { url: '/u' }),
  ]
  const assets = ['a', 'b', 'c', 's'].map((hash) => asset(hash))
  const all = receivedMedia({ ...emptyResult, outputs }, [...assets, asset('i', 'image/png', 'input')])
  expect(all.map(({ file, url, says }) => [file?.sha256, url, says])).toEqual([
    ['b', undefined, undefined],
    ['a', undefined, 'x'],
    [undefined, '/u', undefined],
    ['c', undefined, undefined],
  ])
})

test('subtitles that are shown as a text are not shown again', () => {
  const outputs = [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'Hi' }] }] as const
  expect(receivedMedia({ ...emptyResult, outputs }, [asset('v', 'text/vtt')])).toEqual([])
})
