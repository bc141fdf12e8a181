import { isRecord, type JsonRecord, jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import { essenceOf, extensionOf } from '#media/media-type.ts'
import { withPngText } from '#media/png.ts'
import { marksIn } from '../../run/file-marks.ts'
import type { Run } from '../../run/run.ts'
import { servedModel } from '../../run/served-model.ts'
import { languageName } from '../../view/language-name.ts'
import { fieldsOf, promptOf } from '../asked.ts'
import { type ResultFile, runFileName } from './result-file.ts'
import type { Slot } from './slots.ts'

/** Slots with a complete file, including types that browsers cannot decode. */
export const finishedOf = (slots: readonly Slot[]): readonly ResultFile[] =>
  slots.flatMap((slot) => (slot.state === 'done' ? [slot] : []))

/** The file name of a picture, from its run, its slot and its media type. */
export function pictureName(run: Run, { place, file }: ResultFile): string {
  const extension = essenceOf(file.type) === 'image/svg+xml' ? 'svg' : extensionOf(file.type)
  return runFileName(run, place + 1, extension)
}

/** Provenance for PNG text chunks and XMP. Unknown values are empty strings, which are not written. */
export function provenance(run: Run, { file, says = '' }: ResultFile): Readonly<Record<string, string>> {
  return {
    Software: 'Patchbay',
    Model: servedModel(run) ?? run.model,
    Prompt: promptOf(run),
    'Revised Prompt': says,
    Description: ownOf(run.alts, file.sha256) ?? '',
    Settings: JSON.stringify(settingsOf(run)),
    'Request Id': run.served?.requestId ?? '',
    'Run Id': run.id,
    Router: hostOf(run.connection.baseUrl),
    Created: new Date(run.log[0]?.at ?? 0).toISOString(),
    Source: run.served?.provider === 'sandbox' ? 'Sandbox: synthetic output' : (run.served?.provider ?? ''),
  }
}

const hostOf = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '')

/** A picture for download: the received bytes; in a PNG, text chunks with its provenance are added. Pixels are unchanged. */
export async function savedPicture(
  run: Run,
  picture: ResultFile,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const { blob, type } = picture.file
  const name = pictureName(run, picture)
  if (!type.startsWith('image/png')) return { name, blob }
  const bytes = withPngText(new Uint8Array(await blob.arrayBuffer()), provenance(run, picture))
  return { name, blob: new Blob([bytes], { type }) }
}

/** Fields shown elsewhere, or about transport instead of content. */
const elsewhere = new Set([
  'model',
  'prompt',
  'images',
  'image',
  'mask',
  'stream',
  'partial_images',
  'user',
  'known_speaker_references',
])

type Sent = Pick<Run, 'request' | 'parts'> & Partial<Pick<Run, 'endpoint'>>

/** Request fields that are neither the prompt nor in `elsewhere`, in the order sent. */
export function settingsOf(run: Sent): JsonRecord {
  const prompt = promptField(run.endpoint ?? '')
  return Object.fromEntries(Object.entries(fieldsOf(run)).filter(([name]) => name !== prompt && !elsewhere.has(name)))
}

const spaced = (name: string) => name.replaceAll('_', ' ')

/** A value in words: of a list its items, of a record in a list its first text, which usually is its name. A multipart field may be JSON as text. */
function wordsOf(given: unknown): string {
  const value = (typeof given === 'string' && /^[[{]/.test(given) ? jsonIn(given) : undefined) ?? given
  const textIn = (one: unknown) => (isRecord(one) ? Object.values(one).find((text) => typeof text === 'string') : one)
  if (Array.isArray(value)) return value.map((one) => wordsOf(textIn(one) ?? one)).join(', ')
  if (!isRecord(value)) return String(value)
  const told = Object.entries(value).map(([name, one]) => [spaced(name), wordsOf(one)] as const)
  return told.flatMap(([name, words]) => (words === '' ? [] : `${name} ${words}`)).join('; ')
}

/**
 * The settings in one line; a name is included if the value alone is ambiguous, and of a file there is nothing else. `named` gives what
 * people call a voice.
 */
export function settingsLine(run: Sent, named = (voice: string) => voice): string {
  return Object.entries(settingsOf(run))
    .map(([name, value]) => {
      const told = wordsOf(value)
      if (name === 'n') return told === '1' ? '1 image' : `${told} images`
      if (name === 'output_format' || name === 'response_format') return told
      if (name === 'voice' || name === 'voice_id') return `voice ${named(told)}`
      if (name === 'timestamp_granularities') return `${told.replace(', ', ' and ')} times`
      if (name === 'auto_generate_text') return told === 'true' ? 'generated text' : ''
      if (name === 'source_lang') return `from ${languageName(told)}`
      if (/^(?:target_lang|language|language_code)$/.test(name)) return languageName(told)
      if (name === 'quality') return `${told} quality`
      if (name === 'seconds' || name === 'duration_seconds') return `${told} s`
      if (name === 'music_length_ms') return `${Number(told) / 1000} s`
      if (value === true || marksIn(value).length > 0) return spaced(name)
      return name === 'size' && told !== 'auto' ? told.replace('x', ' × ') : `${spaced(name)} ${told}`
    })
    .filter((words) => words !== '')
    .join(' · ')
    .slice(0, 400)
}

/** The JSON sidecar of a zip: request, connection and one entry per picture. */
export async function sidecarOf(run: Run, pictures: readonly ResultFile[]): Promise<object> {
  const { served = {}, connection, status, price, usage } = run
  return {
    madeWith: 'Patchbay',
    created: new Date(run.log[0]?.at ?? 0).toISOString(),
    status,
    endpoint: run.endpoint,
    connection: { name: connection.name, baseUrl: connection.baseUrl },
    prompt: promptOf(run),
    model: { asked: run.model, served: servedModel(run), provider: served.provider },
    settings: settingsOf(run),
    requestId: served.requestId,
    price: price ?? 'price not stated',
    usage,
    images: await Promise.all(pictures.map(async (picture) => await factsOf(run, picture))),
  }
}

async function factsOf(run: Run, picture: ResultFile): Promise<object> {
  const { blob, type, size, sha256 } = picture.file
  const start = new Uint8Array(await blob.slice(0, dimensionsLength).arrayBuffer())
  return {
    file: pictureName(run, picture),
    type,
    ...dimensionsOf(start),
    /** Hash of the received bytes: a saved PNG differs by its provenance chunks. */
    bytesAsCame: size,
    sha256AsCame: sha256,
    alt: ownOf(run.alts, sha256),
    promptAsRewritten: picture.says,
  }
}
