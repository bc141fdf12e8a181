import { dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import type { Run } from '../../run/run.ts'
import { promptOf } from '../text-of.ts'
import { type Finished, pictureName } from './picture-file.ts'
import { settingsOf } from './settings-of.ts'

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
