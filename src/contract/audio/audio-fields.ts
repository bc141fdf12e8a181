import * as z from 'zod/mini'
import { choiceField, type FileFacts, fileOrReference, modelField, optionalField, textField } from '../core/field.ts'
import { isRecord, type JsonRecord, nonBlankListOf, ownOf, recordOf } from '../core/loose-json.ts'
import { type Refusal, type Rules, type RulesOf, streamField, unlistedFields } from '../core/rules.ts'
import type { ModelCard } from '../models/model-card.ts'

/** The model of an audio request: the router finds the provider by it. */
export const audioModel = modelField()

/** The voice to speak with: free text, since each provider has names or ids of its own; some take an object. */
export const voice = () => z.union([z.string().check(z.minLength(1)), z.looseObject({})])

/** Names the encoding that comes back. Ours (wire-facts §7.2, §7.7, §7.8). */
export const outputFormat = choiceField({
  title: 'Output format',
  help: 'Encoding, sample rate and bit rate of the output.',
  suggestions: ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000', 'wav_44100', 'opus_48000_64'],
  advanced: true,
})

/** Asks for the same result again. Ours (wire-facts §7.2). */
export const seed = optionalField('number', z.int().check(z.gte(0)), {
  title: 'Seed',
  help: 'The same seed gives a similar result, where supported.',
  step: 1,
  advanced: true,
})

/** The fields a file-based audio route reads its sound from: `file` is the usual one, the others are what providers call it. */
export const sources = ['file', 'audio', 'input_audio', 'audio_base64', 'url', 'source_url', 'cloud_storage_url']

const MB = 2 ** 20

/** The described source fields; other spellings pass through. Ours (wire-facts §7.3, §7.5, §7.6, §7.9). */
export const audioSource = (facts: Pick<FileFacts, 'limits' | 'keepsPicture'> = {}) => ({
  file: optionalField('file', fileOrReference(), {
    title: 'File',
    file: { accepts: ['audio/*', 'video/mp4', 'video/webm', 'video/quicktime'], maxBytes: 512 * MB, ...facts },
    help: 'Audio or video. In JSON: a data URL or base64.',
  }),
  source_url: textField({
    title: 'Source URL',
    help: 'URL to fetch the audio from, instead of a file.',
    placeholder: 'https://…',
    advanced: true,
  }),
})

/** A request's recording, from whichever field it came in: a file, or a text; `{ data, format }` and the like are unwrapped. */
export function recordingIn(request: JsonRecord): { readonly field: string; readonly content: unknown } {
  const field = sources.find((name) => ownOf(request, name) !== undefined) ?? 'file'
  return { field, content: contentOf(ownOf(request, field)) }
}

function contentOf(value: unknown): unknown {
  // Only files have methods: this room knows no `Blob`.
  if (!isRecord(value) || typeof value.arrayBuffer === 'function') return value
  return contentOf(value.data ?? value.b64_json ?? value.base64 ?? value.url)
}

/** A file-based audio route needs a recording, under any of the names that providers use. */
export function audioSourceCheck(request: JsonRecord): Refusal | undefined {
  if (sources.some((name) => ownOf(request, name) !== undefined)) return undefined
  return { param: 'file', message: 'Add a file, or set source_url.' }
}

const listedAs = {
  voice: 'supported_voices',
  response_format: 'supported_formats',
  language_code: 'supported_languages',
  target_lang: 'supported_languages',
} as const

/** What a model's card says of the sound that it takes, under the names that routers use. */
function fileLimits({ limits = {} }: Pick<ModelCard, 'limits'> = {}): Rules['fields'] {
  const bytes = limits.max_input_bytes ?? limits.max_file_bytes
  const seconds = limits.max_input_seconds ?? limits.max_duration_seconds
  if (bytes === undefined && seconds === undefined) return {}
  const limit = { by: 'This model', ...(bytes !== undefined && { bytes }), ...(seconds !== undefined && { seconds }) }
  return { file: { kind: 'files', limits: [limit] } }
}

/** The interface lists no values for audio models: those on the card are offered, others may be sent, such as a designed voice. */
export const audioRules: RulesOf = (_model, card, draft = {}) => {
  const entry = recordOf(card?.raw)
  const listed = Object.entries(listedAs).flatMap(([name, list]) => {
    const values = nonBlankListOf(entry[list])
    return values ? [[name, { kind: 'listed', values }] as const] : []
  })
  const url = { kind: 'off', why: 'the file is sent. Remove it to send a URL.' } as const
  return {
    fields: {
      ...(card?.parameters?.includes('file') && unlistedFields(card, { source_url: ['source_url'] })),
      ...{ ...Object.fromEntries(listed), ...fileLimits(card), ...streamField(card) },
      ...(draft.file !== undefined && { source_url: url }),
    },
    check: () => undefined,
  }
}
