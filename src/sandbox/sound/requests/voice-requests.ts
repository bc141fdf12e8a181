import { type JsonRecord, ownOf, stringOf } from '#contract/core/loose-json.ts'
import { joinedBytes } from '#media/png.ts'
import { refusal } from '../../refusal.ts'
import { randomOf, shuffled } from '../../seeded-random.ts'
import { outputFormatOf } from '../files/output-format.ts'
import { uploadOf } from '../files/uploads.ts'
import { wavHeader } from '../files/wav-file.ts'
import type { ChangeTask, IsolateTask, SpeakTask } from '../sound-task.ts'
import { checkText, instructed, numberIn, voiceNameOf, voiceOf } from '../speech/speech-request.ts'
import { guessedLanguage, languageOf } from '../speech/spoken-languages.ts'
import {
  deliveryOf,
  designedId,
  languageVoices,
  namedVoices,
  openVoices,
  type Timbre,
  targetOf,
  type Variant,
} from '../speech/voice-timbres.ts'

export async function isolateTaskOf(model: string, body: JsonRecord): Promise<IsolateTask> {
  const { bytes, field } = await uploadOf(body)
  const { file_format } = body
  const isRaw = file_format === 'pcm_s16le_16'
  if (file_format !== undefined && file_format !== 'other' && !isRaw)
    throw refusal('file_format: choose other or pcm_s16le_16.', 'file_format')
  // Raw samples become a WAV file, as all uploads are decoded in one way.
  const wav = isRaw ? joinedBytes([wavHeader(16_000, 1, bytes.length >> 1, '', ''), bytes]) : bytes
  return {
    kind: 'isolate',
    upload: { bytes: new Uint8Array(wav), field },
    output: outputFormatOf(body, 'mp3', 44_100),
    label: { kind: 'voice isolation', model },
  }
}

const everyVoice = { ...openVoices, ...namedVoices, ...languageVoices }

export async function changeTaskOf(model: string, body: JsonRecord): Promise<ChangeTask> {
  const name = voiceNameOf(body) || 'alloy'
  const target = voiceOf(name, everyVoice)
  const { remove_background_noise: clean } = body
  return {
    kind: 'change',
    upload: await uploadOf(body),
    target: targetOf(target),
    cleans: clean === true || clean === 'true',
    output: outputFormatOf(body, 'mp3', 44_100),
    label: { kind: 'voice change', model, voice: name },
  }
}

function variantsFor(prompt: string, seed: string): readonly Variant[] {
  if (/\b(whisper\w*|hushed|breathy)\b/i.test(prompt)) return ['whisper', 'f5', 'm4']
  if (/\b(raspy|hoarse|croak\w*|gravel\w*|monster|witch)\b/i.test(prompt)) return ['croak', 'm5', 'grandpa']
  const high: readonly Variant[] = ['f1', 'f2', 'f3', 'f4', 'f5', 'Annie', 'linda', 'steph', 'shelby']
  const low: readonly Variant[] = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'Gene', 'robert', 'travis']
  const isOld = /\b(old|elderly|aged|grand\w+|ancient|wise)\b/i.test(prompt)
  const isFemale = /\b(woman|female|girl|lady|she|her|mother|queen|grandmother|witch)\b/i.test(prompt)
  const isMale = /\b(man|male|boy|gentleman|he|his|father|king|grandfather)\b/i.test(prompt)
  const random = randomOf(`${seed}/variants`)
  if (isOld) return isMale ? ['grandpa', 'm8', 'm5'] : ['grandma', 'aunty', isFemale ? 'f5' : 'grandpa']
  if (isFemale !== isMale) return shuffled(isFemale ? high : low, random)
  return shuffled([...high, ...low], random)
}

/** Three voices that fit a description; `guidance` from 0 to 100 says how closely. */
function designedVoices(prompt: string, seed: string, { guidance = 5, gain = 0 } = {}): readonly Timbre[] {
  const far = Math.min(2, 0.5 + guidance / 10)
  const language = prompt.match(/[\p{L}]+/gu)?.flatMap((word) => (word.length > 3 ? (languageOf(word) ?? []) : []))[0]
  const random = randomOf(`${seed}/${prompt}`)
  const usual = { pitch: 50, range: 52, rate: 165 }
  return variantsFor(prompt, seed)
    .slice(0, 3)
    .map((variant, at) => {
      const said = instructed({ variant, ...usual }, prompt)
      const moved = (key: keyof typeof usual, by: number) =>
        Math.round(usual[key] + (said[key] - usual[key]) * far + by)
      const bounded = (value: number) => Math.max(0, Math.min(99, value))
      return {
        variant,
        pitch: bounded(moved('pitch', (at - 1) * 12 + random.below(7) - 3)),
        range: bounded(moved('range', random.below(15) - 7)),
        rate: moved('rate', random.below(13) - 6),
        ...(gain !== 0 && { gain }),
        ...(language !== undefined && { language }),
      }
    })
}

/** A preview of a designed voice: what is to be spoken, and the id under which speech takes the voice. */
export interface VoicePreview {
  readonly id: string
  readonly task: SpeakTask
}

const mostPreviewCharacters = 1_000

/** What a description may say of a voice, by the words that say it. */
const traits = [
  [/\b(wo)?m[ae]n\b|\b(fe)?male\b|\bgirl\b|\bboy\b|\blady\b|\bgentleman\b/i, ['a woman', 'a man']],
  [/\b(old|elderly|young|child\w*|aged|adult)\b/i, ['young', 'old']],
  [/\b(deep|low|high|bright|squeaky)\b/i, ['deep', 'bright']],
  [/\b(fast|slow|quick|calm|hurried|lively|flat)\b/i, ['calm', 'lively']],
] as const

/** The description with a word for each trait that it does not mention. */
function enhanced(prompt: string, seed: string): string {
  const random = randomOf(`${seed}/${prompt}/enhanced`)
  const added = traits.flatMap(([words, choices]) => (words.test(prompt) ? [] : [random.pick(choices)]))
  return [prompt, ...added].join(', ')
}

const ownText = (prompt: string) =>
  `This is a preview of a voice made by rules. You asked for: ${prompt.slice(0, 200).replace(/[.\s]+$/, '')}. It speaks the same text in each of the three previews, so that you can compare them and choose one.`

export function previewsOf(model: string, body: JsonRecord) {
  const field =
    ['prompt', 'voice_description', 'voice_prompt'].find((name) => ownOf(body, name) !== undefined) ?? 'prompt'
  const given = stringOf(ownOf(body, field))
  if (!/\p{L}/u.test(given)) throw refusal(`${field}: describe the voice in words.`, field)
  if ([...given].length > mostPreviewCharacters)
    throw refusal(`${field}: at most ${mostPreviewCharacters} characters.`, field)
  const seed = String(body.seed ?? '')
  const prompt = body.should_enhance === true ? enhanced(given, seed) : given
  const loudness = numberIn(body.loudness, -1, 1, 'loudness') ?? 0
  const guidance = numberIn(body.guidance_scale, 0, 100, 'guidance_scale')
  const wanted = stringOf(body.text)
  const text = wanted === '' || body.auto_generate_text === true ? ownText(given) : wanted
  checkText(text, mostPreviewCharacters, 'text')
  const output = outputFormatOf(body, 'mp3', 44_100)
  const manner = { gain: Math.round(loudness * 10), ...(guidance !== undefined && { guidance }) }
  const previews = designedVoices(prompt, seed, manner).map((timbre): VoicePreview => {
    const language = timbre.language ?? guessedLanguage(text)
    const id = designedId(timbre)
    const label = { kind: 'speech', model, voice: id, language, text } as const
    return { id, task: { kind: 'speak', text, delivery: deliveryOf(timbre, language, 1), output, label } }
  })
  return { text, prompt, previews }
}
