import { isRecord, type JsonRecord, jsonIn, listOf, ownOf, stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../../refusal.ts'
import { seedFor } from '../../seeded-random.ts'
import { outputFormatOf } from '../files/output-format.ts'
import { uploadOf } from '../files/uploads.ts'
import { planMusic } from '../music/plan-music.ts'
import type { DubTask, EffectTask, MusicTask, Span } from '../sound-task.ts'
import { languageOf, phrases } from '../speech/spoken-languages.ts'

const mostCharacters = 4_096

function checked(text: string, field: string): string {
  if ([...text].length > mostCharacters) throw refusal(`${field}: at most ${mostCharacters} characters.`, field)
  return text
}

/** Fields that are not part of the seed: those that say how a sound is written, and what is handed over by itself. */
const written = ['model', 'output_format', 'response_format', 'user']
const leavesEffect = new Set([...written, 'duration_seconds', 'loop', 'prompt_influence'])
const leavesMusic = new Set([...written, 'music_length_ms'])

export function effectTaskOf(model: string, body: JsonRecord): EffectTask {
  const field = body.text === undefined ? 'prompt' : 'text'
  const text = checked(stringOf(body[field]), field)
  const { duration_seconds: seconds, prompt_influence: influence = 0.3 } = body
  if (typeof influence !== 'number' || influence < 0 || influence > 1)
    throw refusal('prompt_influence: choose 0 to 1.', 'prompt_influence')
  // An MP3 begins and ends with silence, which would be heard between two rounds.
  const output = outputFormatOf(body, body.loop === true ? 'wav' : 'mp3', 44_100)
  return {
    kind: 'effect',
    order: {
      ...{ text, influence, isLoop: body.loop === true, rate: output.rate },
      seed: seedFor(body, leavesEffect),
      ...(typeof seconds === 'number' && { seconds }),
    },
    output,
    label: { kind: 'sound effect', model, text },
  }
}

const [shortestMs, longestMs] = [3_000, 300_000]

export function musicTaskOf(model: string, body: JsonRecord): MusicTask {
  const { composition_plan: plan, music_length_ms: ms } = body
  const prompt = checked(stringOf(body.prompt), 'prompt')
  if (plan !== undefined && (!isRecord(plan) || !Array.isArray(plan.sections) || plan.sections.length === 0))
    throw refusal('composition_plan: it needs a list of sections.', 'composition_plan')
  const output = outputFormatOf(body, 'mp3', 44_100)
  const seed = seedFor(body, leavesMusic)
  const order = { prompt, plan, seed, ...(typeof ms === 'number' && { seconds: ms / 1000 }) }
  const planned = planMusic(order)
  if (planned.seconds * 1000 < shortestMs || planned.seconds * 1000 > longestMs)
    throw refusal('composition_plan: the sections together take 3 to 300 seconds.', 'composition_plan')
  return { kind: 'music', plan: planned, seed, output, label: { kind: 'music', model } }
}

const mostTargets = 4

function targetsOf({ target_lang, target_language, target_languages }: JsonRecord): readonly string[] {
  // In a form, a list is a text of JSON.
  const listed = typeof target_languages === 'string' ? jsonIn(target_languages) : target_languages
  const named = [target_lang, target_language, ...listOf(listed)].map(stringOf).filter((name) => name !== '')
  const codes = named
    .flatMap((name) => name.split(','))
    .map((name) => {
      const code = languageOf(name)
      if (code !== undefined && Object.hasOwn(phrases, code)) return code
      throw refusal(`target_lang: the sandbox dubs into ${Object.keys(phrases).join(', ')}.`, 'target_lang')
    })
  const targets = [...new Set(codes)]
  if (targets.length === 0 || targets.length > mostTargets)
    throw refusal(`target_lang: choose one to ${mostTargets} languages.`, 'target_lang')
  return targets
}

const numberOf = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual)

export async function dubPlanOf(model: string, body: JsonRecord) {
  const languages = targetsOf(body)
  const [start, end] = [numberOf(body.start_time, 0), numberOf(body.end_time, Number.POSITIVE_INFINITY)]
  if (end <= start) throw refusal('end_time: it must be after start_time.', 'end_time')
  for (const field of ['csv_file', 'foreground_audio_file', 'background_audio_file'])
    if (isRecord(ownOf(body, field)) || typeof ownOf(body, field) === 'string')
      throw refusal(`${field}: the sandbox has no dubbing by hand. Send the whole recording as file.`, field)
  return {
    ...{ model, languages, start, end, upload: await uploadOf(body), output: outputFormatOf(body, 'mp3', 44_100) },
    keepsBackground: body.drop_background_audio !== true && body.drop_background_audio !== 'true',
    keepsVideo: body.output_format === undefined && body.response_format === undefined,
    voices: numberOf(body.num_speakers, 0) === 1 ? 1 : 2,
  }
}

export type DubPlan = Awaited<ReturnType<typeof dubPlanOf>>

/** What is dubbed of a recording of this length. Throws a refusal where it begins too late. */
export function rangeOf({ start, end }: DubPlan, seconds: number): Span {
  if (start >= seconds) throw refusal(`start_time: the recording has only ${seconds.toFixed(1)} seconds.`, 'start_time')
  return { start, end: Math.min(end, seconds) }
}

export function dubTasksOf(plan: DubPlan, range: Span, spans: DubTask['order']['spans']): readonly DubTask[] {
  const { model, upload, languages, output, keepsBackground, keepsVideo, voices } = plan
  return languages.map((language) => ({
    ...{ kind: 'dub', upload, keepsVideo, output, order: { language, keepsBackground, range, spans, voices } },
    label: { kind: 'dub', model, language },
  }))
}
