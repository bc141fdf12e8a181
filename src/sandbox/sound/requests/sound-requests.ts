import { isRecord, stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../../refusal.ts'
import { seedFor } from '../../seeded-random.ts'
import { outputFormatOf } from '../files/output-format.ts'
import { planMusic } from '../music/plan-music.ts'
import type { EffectTask, MusicTask } from '../sound-task.ts'

type Body = Readonly<Record<string, unknown>>

const mostCharacters = 4_096

function checked(text: string, field: string): string {
  if ([...text].length > mostCharacters) throw refusal(`${field}: at most ${mostCharacters} characters.`, field)
  return text
}

/** Fields that are not part of the seed: those that say how a sound is written, and what is handed over by itself. */
const written = ['model', 'output_format', 'response_format', 'user']
const leavesEffect = new Set([...written, 'duration_seconds', 'loop', 'prompt_influence'])
const leavesMusic = new Set([...written, 'music_length_ms'])

/** Reads a request for a sound effect. Throws a refusal that names the field for what the sandbox cannot do. */
export function effectTaskOf(model: string, body: Body): EffectTask {
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

/** Reads a request for music. Throws a refusal that names the field for what the sandbox cannot do. */
export function musicTaskOf(model: string, body: Body): MusicTask {
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
