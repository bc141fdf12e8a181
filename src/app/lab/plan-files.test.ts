import { expect, test } from 'vitest'
import { emptyPlan } from '#lab/lab-plan.ts'
import { fileReference, soundReference } from '../run/file-marks.ts'
import { withFilePart, withPlanFiles } from './plan-files.ts'

const file = (name: string, type: string) => ({ name, sha256: name.padEnd(64, '0'), blob: new Blob(['x'], { type }) })
const [sea, song] = [file('photos/sea.png', 'image/png'), file('song.wav', 'audio/wav')]

test('the names of files that a request uses become references, by path or by name; rows that lack one are told', () => {
  const plan = {
    ...emptyPlan('chat', { input: [{ content: ['{{photo}}', '{{note}}'] }] }),
    columns: { photo: 'file', other: 'file' } as const,
    rows: [
      { photo: 'sea.png', note: 'song.wav', other: 'song.wav' },
      { photo: 'photos/sea.png' },
      { photo: 'gone.png' },
      { note: 'without' },
    ],
  }
  const { plan: filled, held, missing } = withPlanFiles(plan, [sea, song])
  const reference = fileReference('image/png', sea.sha256)
  expect(filled.rows).toEqual([
    { photo: reference, note: 'song.wav', other: 'song.wav' },
    { photo: reference },
    { photo: 'gone.png' },
    { note: 'without' },
  ])
  expect(held).toEqual([sea])
  expect([...missing]).toEqual([[2, 'gone.png']])
})

test('a file stands in the last message of a conversation as the part of its kind', () => {
  expect(withFilePart({ input: 'Look', stream: true }, 'photo', 'image/png')).toEqual({
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: '{{photo}}' },
        ],
      },
    ],
    stream: true,
  })
  const messages = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: [] },
  ]
  expect(withFilePart({ input: messages }, 'song', 'audio/wav').input).toEqual([
    messages[0],
    { role: 'user', content: [{ type: 'input_audio', input_audio: { data: '{{song}}', format: 'wav' } }] },
  ])
})

test('a sound stands in a request as base64 without the head of a data URL, which providers refuse there', () => {
  const music = file('music.mp3', 'audio/mpeg')
  const request = withFilePart({ input: 'Listen' }, 'music', music.blob.type)
  const plan = { ...emptyPlan('chat', request), columns: { music: 'file' } as const, rows: [{ music: 'music.mp3' }] }
  expect(withPlanFiles(plan, [music]).plan.rows).toEqual([{ music: soundReference(music.sha256) }])
  expect(JSON.stringify(request)).toContain('{"data":"{{music}}","format":"mp3"}')
})
