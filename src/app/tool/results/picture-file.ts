import { essenceOf, extensionOf } from '#media/media-type.ts'
import { withPngText } from '#media/png-text.ts'
import { fileName } from '../../export/file-name.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { Run } from '../../run/run.ts'
import { panelOf } from '../panels.ts'
import { promptOf } from '../text-of.ts'
import { settingsOf } from './settings-of.ts'
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
