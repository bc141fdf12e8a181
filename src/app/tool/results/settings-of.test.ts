import { expect, test } from 'vitest'
import { settingsLine, settingsOf } from './settings-of.ts'

const request = { model: 'm', prompt: 'A fox', size: '1024x640', n: 3, quality: 'low', stream: true, seed: 7 }

test('the settings of a run are what was asked for beside its model, its words and how the reply travels', () => {
  expect(settingsOf({ request })).toEqual({ size: '1024x640', n: 3, quality: 'low', seed: 7 })
  expect(settingsOf({ request: undefined })).toEqual({})
})

test('in one line a value stands alone where it says what it is', () => {
  expect(settingsLine({ request })).toBe('1024x640 · 3 images · quality low · seed 7')
  expect(settingsLine({ request: { size: 'auto', n: 1, output_format: 'webp', style: { a: 1 } } })).toBe(
    'size auto · 1 image · webp · style {"a":1}',
  )
})
