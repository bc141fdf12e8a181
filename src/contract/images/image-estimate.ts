import type { Price } from '../models/model-card.ts'

/** What a request for images will cost, in the price's own unit. `low` and `high` are equal where the tier is known. */
export interface Estimate {
  readonly low: number
  readonly high: number
  /** `2 images: 50 cauris, tier M (read as quality medium)` */
  readonly text: string
}

const tierOf = new Map<unknown, string>([
  ['low', 'L'],
  ['medium', 'M'],
  ['high', 'H'],
])

/** The figures of a label such as `10L, 25M, 50H per image`, by their tier's letter. */
const tiersOf = (label: string): ReadonlyMap<string, number> =>
  new Map([...label.matchAll(/(\d+(?:\.\d+)?)\s*([LMH])\b/g)].map(([, figure, tier = '']) => [tier, Number(figure)]))

/**
 * The price of `n` images at a quality, for one variant of a price. That L, M and H stand for the qualities low, medium and high is
 * our reading, and said so. Another quality, or none, gives the range over all tiers. Undefined where the price has no tiers.
 */
export function estimateImages(
  price: Price | undefined,
  { n = 1, quality }: { readonly n?: number; readonly quality?: string },
  variant = 'api',
): Estimate | undefined {
  const tiers = tiersOf(price?.labels[variant] ?? '')
  if (tiers.size === 0) return undefined
  const tier = tierOf.get(quality)
  const figure = tier === undefined ? undefined : tiers.get(tier)
  const figures = figure === undefined ? [...tiers.values()] : [figure]
  const low = n * Math.min(...figures)
  const high = n * Math.max(...figures)
  const amount = [low === high ? `${low}` : `${low} to ${high}`, price?.unit].filter(Boolean).join(' ')
  const reading = figure === undefined ? 'over all tiers' : `tier ${tier} (read as quality ${quality})`
  return { low, high, text: `${n} ${n === 1 ? 'image' : 'images'}: ${amount}, ${reading}` }
}
