import { imagesRules } from '#contract/images/images-rules.ts'
import { readSize } from '#contract/images/images-size.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { type CutWay, longestEdge, type Size } from './cut.ts'

interface Wanted {
  readonly model: string
  readonly card: ModelCard | undefined
  /** Sizes that the form suggests. */
  readonly suggested: readonly unknown[]
}

export const sizeName = ({ width, height }: Size): string => `${width} × ${height}`

/** Whether the model is known not to make pictures of this size. */
export const isUnusual = ({ width, height }: Size, model: string, card: ModelCard | undefined): boolean =>
  imagesRules(model, card).check({ model, size: `${width}x${height}` })?.param === 'size'

/** Edges in such steps are taken by every model whose sizes are free. */
const grid = 16

/** Sizes that the model makes, the nearest to the picture's own first where its sizes are free. */
export function cutSizes({ width, height }: Size, way: CutWay, { model, card, suggested }: Wanted): readonly Size[] {
  const rule = imagesRules(model, card).fields.size
  const named = (rule?.kind === 'only' ? rule.values : suggested).flatMap((value) => readSize(value) ?? [])
  const round = way === 'crop' ? Math.floor : Math.ceil
  const near = { width: round(width / grid) * grid, height: round(height / grid) * grid }
  const fits = near.width > 0 && near.height > 0 && Math.max(near.width, near.height) <= longestEdge
  const free = rule?.kind !== 'only' && fits && !named.some((size) => isEqual(size, near)) ? [near] : []
  return [...free, ...named].filter((size) => !isUnusual(size, model, card) && !isEqual(size, { width, height }))
}

export const isEqual = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height
