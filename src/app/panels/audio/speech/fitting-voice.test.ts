import { expect, test } from 'vitest'
import type { ModelCard } from '#contract/models/model-card.ts'
import { fittingVoice } from './fitting-voice.ts'

const card = (id: string, ...voices: readonly string[]): ModelCard => ({
  id,
  raw: voices.length > 0 ? { supported_voices: voices } : {},
})
const cards = [card('eleven', 'Rachel', 'Sarah'), card('gemini', 'Kore', 'Puck'), card('plain')]
const choice = { usual: 'alloy', cards }

test.each([
  ['a voice of the model', 'Kore', ['Kore', 'Puck'], undefined],
  ['a voice of another model, as a kept draft has it', 'Rachel', ['Kore', 'Puck'], 'Kore'],
  ['the usual voice, which the model has not', 'alloy', ['Kore', 'Puck'], 'Kore'],
  ['a designed voice, which no model lists', 'gen_voice_1', ['Kore', 'Puck'], undefined],
  ['a voice of another model, where this one lists none', 'Rachel', undefined, 'alloy'],
  ['one of the usual voices, where the model lists none', 'nova', undefined, undefined],
  ['no voice', undefined, ['Kore', 'Puck'], undefined],
])('%s (%s)', (_, voice, listed, fitting) => {
  expect(fittingVoice({ ...choice, voice, listed })).toBe(fitting)
})
