import type { useAssets } from '../../run/history/use-assets.ts'
import type { MediaOutput, RunResult } from '../../run/result.ts'

type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

/** One thing that came, with its bytes where they are here. */
export interface ReceivedMedia extends Pick<MediaOutput, 'says' | 'url' | 'trouble' | 'partial'> {
  readonly key: string
  readonly file?: Asset
}

/**
 * The media outputs of a result in their order, and what else came. Steps on the way to a picture are left out, and so is a text
 * that is shown as one.
 */
export function receivedMedia({ outputs }: RunResult, assets: readonly Asset[]): readonly ReceivedMedia[] {
  const files = new Map(assets.filter(({ role }) => role === 'output').map((asset) => [asset.sha256, asset]))
  const media = outputs.filter((output) => output.kind === 'media')
  const told = media.map(({ index, sha256 = '', kind: _, steps: __, ...facts }): ReceivedMedia => {
    const file = files.get(sha256)
    return { key: `${index}`, ...facts, ...(file && { file }) }
  })
  const named = new Set(media.flatMap(({ sha256, steps = [] }) => [sha256, ...steps]))
  const isSaid = outputs.some(({ kind }) => kind === 'message')
  const others = [...files.values()].filter(
    ({ sha256, type }) => !named.has(sha256) && !(isSaid && type.startsWith('text/')),
  )
  return [...told, ...others.map((file) => ({ key: file.id, file }))]
}
