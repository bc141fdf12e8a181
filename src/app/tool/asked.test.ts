import { expect, test } from 'vitest'
import { fileReference } from '../run/file-marks.ts'
import { askedFor, promptOf, settingsLine, settingsOf, titleOf } from './asked.ts'
import { editTool, generateTool } from './tools.ts'

const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const

test('a run that was sent as a form is asked for what its fields say', () => {
  const parts = [text('prompt', '12 boats'), text('n', '4')]
  const run = { endpoint: 'images.edits', title: '12', request: undefined, parts }
  expect([promptOf(run), askedFor(run)]).toEqual(['12 boats', 4])
})

test('each endpoint has its own field for the prompt', () => {
  const request = { input: 'Hello', prompt: 'A fox', text: 'Waves' }
  const promptAt = (endpoint: string) => promptOf({ endpoint, title: 't', request })
  expect(promptAt('audio.speech')).toBe('Hello')
  expect(promptAt('audio.sound-generation')).toBe('Waves')
  expect(promptAt('images.generations')).toBe('A fox')
  expect(promptOf({ endpoint: 'audio.speech', title: 't', request: { prompt: 'A fox' } })).toBe('t')
})

test('a title is one line of the prompt, else the name of the file, else what the tool makes', () => {
  expect(titleOf({ prompt: ' A\n fox ' }, generateTool)).toBe('A fox')
  expect(titleOf({ prompt: `${'boat '.repeat(15)}telling stories` }, generateTool)).toBe('boat '.repeat(15).trim())
  expect(titleOf({ prompt: 'o'.repeat(90) }, generateTool)).toBe('o'.repeat(80))
  expect(titleOf({ prompt: ' ' }, editTool)).toBe('Image')
  const file = { kind: 'file', name: 'file', file: { name: 'call.mp3', blob: new Blob() } } as const
  expect(titleOf({}, editTool, [text('model', 'm'), file])).toBe('call.mp3')
})

test('music from a plan has the plan’s styles and sections as its title', () => {
  const composition_plan = { positive_global_styles: ['warm folk'], sections: [{ section_name: 'Intro' }, {}] }
  expect(titleOf({ composition_plan }, { ...generateTool, endpoint: 'audio.music' })).toBe('warm folk, Intro')
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
