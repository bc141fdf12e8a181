import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { audioSourceCheck } from './audio/audio-fields.ts'
import {
  AudioMusicRequest,
  AudioSoundGenerationRequest,
  audioMusicCheck,
  audioSoundGenerationCheck,
} from './audio/sounds.ts'
import { AudioSpeechRequest } from './audio/speech.ts'
import { AudioTranscriptionsRequest } from './audio/transcriptions.ts'
import { audioDubbingCheck, audioVoiceDesignCheck } from './audio/voices.ts'

const takes = (schema: z.core.$ZodType, body: object) => z.safeParse(schema, { model: 'm', ...body }).success

test.each([
  [0.5, true],
  [30, true],
  [0.49, false],
  [30.01, false],
  ['5', false],
])('a sound effect of %j seconds: %s', (duration_seconds, made) => {
  expect(takes(AudioSoundGenerationRequest, { text: 'waves', duration_seconds })).toBe(made)
})

test.each([
  [3_000, true],
  [300_000, true],
  [2_999, false],
  [300_001, false],
  [5_000.5, false],
])('music of %j milliseconds: %s', (music_length_ms, made) => {
  expect(takes(AudioMusicRequest, { prompt: 'a shanty', music_length_ms })).toBe(made)
})

test.each([
  [audioMusicCheck, {}, 'prompt'],
  [audioMusicCheck, { composition_plan: {} }, undefined],
  [audioMusicCheck, { prompt: 'a', composition_plan: {} }, 'composition_plan'],
  [audioSoundGenerationCheck, {}, 'text'],
  [audioSoundGenerationCheck, { prompt: 'waves' }, undefined],
  [audioVoiceDesignCheck, { text: 'a text to speak' }, 'prompt'],
  [audioVoiceDesignCheck, { voice_description: 'old' }, undefined],
  [audioDubbingCheck, {}, 'target_lang'],
  [audioDubbingCheck, { target_language: 'es' }, undefined],
  [audioSourceCheck, {}, 'file'],
  [audioSourceCheck, { audio: 'AAAA' }, undefined],
  [audioSourceCheck, { input_audio: { data: 'AAAA', format: 'wav' } }, undefined],
])('$name of %j refuses %s', (check, body, param) => {
  expect(check(body)?.param).toBe(param)
})

test.each([
  ['alloy', true],
  [{ id: 'voice_1' }, true],
  ['', false],
  [5, false],
])('the voice %j: %s', (voice, taken) => {
  expect(takes(AudioSpeechRequest, { input: 'hello', voice })).toBe(taken)
})

test.each([
  [new Blob(['x']), true],
  ['data:audio/wav;base64,AAAA', true],
  [{ data: 'AAAA', format: 'wav' }, true],
  ['', false],
  [5, false],
  [[], false],
])('the file %s: %s', (file, taken) => {
  expect(takes(AudioTranscriptionsRequest, { file })).toBe(taken)
})

test('music and a sound are not made from white space', () => {
  expect(audioMusicCheck({ prompt: ' \n' })).toMatchObject({ param: 'prompt' })
  expect(audioMusicCheck({ prompt: ' ', composition_plan: {} })).toBeUndefined()
  expect(audioSoundGenerationCheck({ text: ' ' })).toMatchObject({ param: 'text' })
  expect(audioSoundGenerationCheck({ text: '', prompt: 'rain' })).toBeUndefined()
})
