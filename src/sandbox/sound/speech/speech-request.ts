import { isRecord, type JsonRecord, ownOf, stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../../refusal.ts'
import { outputFormatOf } from '../files/output-format.ts'
import type { Container, SpeakTask } from '../sound-task.ts'
import { guessedLanguage, languageOf, languages } from './spoken-languages.ts'
import { deliveryOf, designedVoice, languageVoices, namedVoices, openVoices, type Timbre } from './voice-timbres.ts'

interface SpeechModel {
  readonly voices: Readonly<Record<string, Timbre>>
  readonly usualVoice: string
  readonly usualFormat: Container
  readonly rate: number
  readonly maxCharacters: number
  readonly takesInstructions: boolean
}

const openModel: SpeechModel = {
  ...{ voices: openVoices, usualVoice: 'alloy', usualFormat: 'mp3', rate: 24_000, maxCharacters: 4_096 },
  takesInstructions: true,
}

/** The models by id, one for each kind of provider that the interface names. */
export const speechModels: Readonly<Record<string, SpeechModel>> = {
  'gen-4o-mini-tts': openModel,
  'sandbox-voice': {
    ...{ voices: namedVoices, usualVoice: 'wren', usualFormat: 'mp3', rate: 44_100, maxCharacters: 10_000 },
    takesInstructions: false,
  },
  'sandbox-speech': {
    ...{ voices: languageVoices, usualVoice: '', usualFormat: 'wav', rate: 24_000, maxCharacters: 8_000 },
    takesInstructions: false,
  },
}

export const numberIn = (value: unknown, least: number, most: number, field: string): number | undefined => {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw refusal(`${field}: choose ${least} to ${most}.`, field)
}

/** The voice's name or id: a text, `{ id }`, or `voice_id`. */
export const voiceNameOf = ({ voice, voice_id }: JsonRecord): string =>
  stringOf(isRecord(voice) ? (voice.id ?? voice.voice_id ?? voice.name) : (voice ?? voice_id)).trim()

/** A voice of a model by its name, or one that was designed. Throws a refusal that lists some. */
export function voiceOf(name: string, voices: Readonly<Record<string, Timbre>>): Timbre {
  const key = name.toLowerCase()
  const found = ownOf(voices, key) ?? designedVoice(name)
  if (found) return found
  const some = Object.keys(voices).slice(0, 16).join(', ')
  throw refusal(
    `voice: this model has no voice ${JSON.stringify(name)}. Choose ${some}, or the id of a designed voice.`,
    'voice',
  )
}

/** What words say of a voice: its rate as a factor, its pitch and range as steps. */
const manners: readonly (readonly [
  RegExp,
  { readonly rate?: number; readonly pitch?: number; readonly range?: number },
])[] = [
  [/\b(slow(ly)?|calm(ly)?|relax\w*|gentle|soft(ly)?|sad(ly)?|old|elderly|wise|meditat\w*)\b/i, { rate: 0.82 }],
  [/\b(fast|quick(ly)?|rapid(ly)?|excited(ly)?|urgent(ly)?|hurr\w+|energetic)\b/i, { rate: 1.2 }],
  [/\b(deep|low|bass|giant|baritone|grave|sad(ly)?|serious(ly)?)\b/i, { pitch: -26 }],
  [/\b(high|bright|young|child\w*|girl|boy|squeaky|tiny)\b/i, { pitch: 26 }],
  [/\b(monoton\w*|flat|robot\w*|bored|serious|calm|news)\b/i, { range: -40 }],
  [/\b(lively|cheerful(ly)?|excited(ly)?|happy|happily|dramatic\w*|express\w*|playful|warm(ly)?)\b/i, { range: 30 }],
]

export function instructed(timbre: Timbre, instructions: string): Timbre {
  const said = manners.flatMap(([words, manner]) => (words.test(instructions) ? [manner] : []))
  const bounded = (value: number) => Math.max(0, Math.min(99, value))
  return {
    ...timbre,
    variant: /\bwhisper\w*\b/i.test(instructions) ? 'whisper' : timbre.variant,
    rate: Math.round(timbre.rate * (said.find(({ rate }) => rate)?.rate ?? 1)),
    pitch: bounded(timbre.pitch + (said.find(({ pitch }) => pitch)?.pitch ?? 0)),
    range: bounded(timbre.range + (said.find(({ range }) => range)?.range ?? 0)),
  }
}

/** Reads `voice_settings`: its `speed`; less `stability` and more `style` move the pitch further. */
function withSettings(timbre: Timbre, settings: JsonRecord): Timbre {
  const stability = numberIn(settings.stability, 0, 1, 'voice_settings.stability')
  const style = numberIn(settings.style, 0, 1, 'voice_settings.style') ?? 0
  if (stability === undefined && style === 0) return timbre
  return { ...timbre, range: Math.round(Math.min(99, 85 * (1 - (stability ?? 0.5)) + 10 + 30 * style)) }
}

function languageFor({ language_code }: JsonRecord, text: string, usual = guessedLanguage(text)): string {
  if (language_code === undefined || language_code === '') return usual
  const known = languageOf(stringOf(language_code))
  if (known) return known
  throw refusal(`language_code: choose one of ${Object.keys(languages).join(', ')}.`, 'language_code')
}

export function checkText(text: string, most: number, field: string): void {
  if ([...text].length > most)
    throw refusal(`${field}: the text has ${[...text].length} characters; this model takes ${most}. Split it.`, field)
  if (!/[\p{L}\p{N}]/u.test(text))
    throw refusal(`${field}: there is nothing to speak. Write a word or a number.`, field)
}

export function speakTaskOf(model: string, body: JsonRecord): SpeakTask {
  const { voices, usualVoice, usualFormat, rate, maxCharacters, takesInstructions } =
    ownOf(speechModels, model) ?? openModel
  const text = stringOf(body.input)
  checkText(text, maxCharacters, 'input')
  const output = outputFormatOf(body, usualFormat, rate)
  const settings = isRecord(body.voice_settings) ? body.voice_settings : {}
  const speed = numberIn(body.speed, 0.25, 4, 'speed') ?? numberIn(settings.speed, 0.25, 4, 'voice_settings.speed') ?? 1
  const name = voiceNameOf(body) || usualVoice || `${languageFor(body, text)}-1`
  const chosen = withSettings(voiceOf(name, voices), settings)
  const language = languageFor(body, text, chosen.language)
  const timbre = takesInstructions ? instructed(chosen, stringOf(body.instructions)) : chosen
  return {
    kind: 'speak',
    text,
    delivery: deliveryOf(timbre, language, speed),
    output,
    label: { kind: 'speech', model, voice: name, language, text },
  }
}
