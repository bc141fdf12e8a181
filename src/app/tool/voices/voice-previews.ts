import {
  defined,
  isRecord,
  type JsonRecord,
  listOf,
  ownOf,
  recordOf,
  stringOf,
  textOf,
} from '#contract/core/loose-json.ts'
import { hashIn } from '../../run/file-marks.ts'
import type { RunResult } from '../../run/result.ts'
import { PageState } from '../../ui/page-state.ts'

/** One voice of a reply to `/audio/voice-design` (wire-facts §7.4), in snake case or camel case. */
export interface VoicePreview {
  /** The id that requests name the voice by; undefined where the reply has none. */
  readonly id?: string
  /** The sound, a file of the run. */
  readonly sha256?: string
  readonly seconds?: number
  readonly language?: string
}

/** The voices of a reply, in its order, and the text that all of them speak. */
interface VoicePreviews {
  readonly previews: readonly VoicePreview[]
  readonly text?: string
}

/** Undefined where the reply has no list of voices that can be read. */
export function previewsOf({ outputs }: RunResult): VoicePreviews | undefined {
  for (const output of outputs) {
    if (output.kind !== 'item' || !isRecord(output.item)) continue
    const { item } = output
    const list = [item.previews, item.voices, item.data].map(listOf).find((one) => one.some(isRecord))
    const previews = (list ?? []).flatMap((one) => (isRecord(one) ? [previewOf(one)] : []))
    if (previews.some(({ id, sha256 }) => id !== undefined || sha256 !== undefined))
      return { previews, ...defined({ text: textOf(item.text) }) }
  }
  return undefined
}

const idKeys = ['generated_voice_id', 'generatedVoiceId', 'voice_id', 'voiceId', 'id']
const secondsKeys = ['duration_secs', 'durationSecs', 'duration_seconds', 'duration']

function previewOf(item: JsonRecord): VoicePreview {
  const fields = Object.values(item).flatMap((value) => [value, ...Object.values(recordOf(value))])
  const seconds = secondsKeys.map((key) => ownOf(item, key)).find((one) => typeof one === 'number' && one > 0)
  return defined({
    id: idKeys.map((key) => textOf(ownOf(item, key))).find((one) => one !== undefined),
    sha256: fields.map(hashIn).find((one) => one !== undefined),
    seconds: typeof seconds === 'number' ? seconds : undefined,
    language: textOf(item.language) ?? textOf(item.language_code),
  })
}

/** The voice that a request names: a text, `{ id }` or `voice_id`; undefined where it names none. */
export function voiceIn({ voice, voice_id }: JsonRecord): string | undefined {
  const named = isRecord(voice) ? (voice.id ?? voice.voice_id ?? voice.name) : (voice ?? voice_id)
  return stringOf(named).trim() || undefined
}

/** The description that is being refined in the form of voice design. */
export const refined = new PageState<string | undefined>(() => undefined)
