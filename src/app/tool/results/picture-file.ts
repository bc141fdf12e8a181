import { dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import { essenceOf, extensionOf } from '#media/media-type.ts'
import { withPngText } from '#media/png-text.ts'
import { fileName } from '../../export/file-name.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { Run } from '../../run/run.ts'
import { panelOf } from '../panels.ts'
import { promptOf } from '../text-of.ts'
import type { Drawn, Slot } from './slots.ts'

export type Finished = Drawn

/** Whatever came whole, also what a browser cannot draw. */
export const finishedOf = (slots: readonly Slot[]): readonly Finished[] =>
  slots.flatMap((slot) => (slot.state === 'done' ? [slot] : []))

/** What a picture is called as a file: by its run, its place, and what its bytes are. */
export function pictureName(run: Run, { place, file }: Finished): string {
  const at = new Date(run.log[0]?.at ?? 0)
  const extension = essenceOf(file.type) === 'image/svg+xml' ? 'svg' : extensionOf(file.type)
  return fileName({
    panel: panelOf(run.endpoint).id,
    model: run.model,
    prompt: nameOf(run),
    at,
    n: place + 1,
    extension,
  })
}

/** Where a picture comes from, as a PNG may say it of itself. What is not known is empty, and not written. */
function provenance(run: Run, { file, says = '' }: Finished): Readonly<Record<string, string>> {
  return {
    Software: 'Patchbay',
    Model: run.served?.model ?? run.model,
    Prompt: promptOf(run),
    'Revised Prompt': says,
    Description: run.alts?.[file.sha256] ?? '',
    Settings: JSON.stringify(settingsOf(run)),
    'Request Id': run.served?.requestId ?? '',
    Created: new Date(run.log[0]?.at ?? 0).toISOString(),
    Source: run.served?.provider === 'sandbox' ? 'Sandbox: synthetic output' : (run.served?.provider ?? ''),
  }
}

/** A picture as it is saved: the bytes that came, and in a PNG, in words, where it comes from. The picture itself is not touched. */
export async function savedPicture(
  run: Run,
  picture: Finished,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const { blob, type } = picture.file
  const name = pictureName(run, picture)
  if (!type.startsWith('image/png')) return { name, blob }
  const bytes = withPngText(new Uint8Array(await blob.arrayBuffer()), provenance(run, picture))
  return { name, blob: new Blob([bytes], { type }) }
}

/** What has a place of its own, or says how the reply travels rather than what is drawn. */
const elsewhere = new Set(['model', 'prompt', 'images', 'image', 'mask', 'stream', 'partial_images', 'user'])

/** What was asked for beside the model and the prompt, in the order in which it was sent. */
export function settingsOf({ request }: Pick<Run, 'request'>): Readonly<Record<string, unknown>> {
  if (typeof request !== 'object' || request === null) return {}
  return Object.fromEntries(Object.entries(request).filter(([name]) => !elsewhere.has(name)))
}

/** The same in one line: the names stand where the value alone would not say what it is. */
export function settingsLine(run: Pick<Run, 'request'>): string {
  return Object.entries(settingsOf(run))
    .map(([name, value]) => {
      const told = typeof value === 'object' ? JSON.stringify(value) : String(value)
      if (name === 'n') return value === 1 ? '1 image' : `${told} images`
      return (name === 'size' && told !== 'auto') || name === 'output_format'
        ? told
        : `${name.replaceAll('_', ' ')} ${told}`
    })
    .join(' · ')
    .slice(0, 400)
}

/** What lies beside the pictures of a run in its zip: how they were made, and what each of them is. */
export async function sidecarOf(run: Run, pictures: readonly Finished[]): Promise<object> {
  const { served = {}, connection, status, price, usage } = run
  return {
    madeWith: 'Patchbay',
    created: new Date(run.log[0]?.at ?? 0).toISOString(),
    status,
    endpoint: run.endpoint,
    connection: { name: connection.name, baseUrl: connection.baseUrl },
    prompt: promptOf(run),
    model: { asked: run.model, served: served.model ?? run.result.response.model, provider: served.provider },
    settings: settingsOf(run),
    requestId: served.requestId,
    price: price ?? 'price not stated',
    usage,
    images: await Promise.all(pictures.map(async (picture) => await factsOf(run, picture))),
  }
}

async function factsOf(run: Run, picture: Finished): Promise<object> {
  const { blob, type, size, sha256 } = picture.file
  const start = new Uint8Array(await blob.slice(0, dimensionsLength).arrayBuffer())
  return {
    file: pictureName(run, picture),
    type,
    ...dimensionsOf(start),
    /** Of the bytes as they came: a PNG is saved with its origin written into it. */
    bytesAsCame: size,
    sha256AsCame: sha256,
    alt: run.alts?.[sha256],
    promptAsRewritten: picture.says,
  }
}
