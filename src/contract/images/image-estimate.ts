import { type JsonRecord, ownOf } from '../core/loose-json.ts'
import type { Price } from '../models/model-card.ts'

const tierOf = new Map<unknown, string>([
  ['low', 'L'],
  ['medium', 'M'],
  ['high', 'H'],
])

/** The figures of a label such as `10L, 25M, 50H per image`, by their tier's letter. */
const tiersOf = (label: string): ReadonlyMap<string, number> =>
  new Map([...label.matchAll(/(\d+(?:\.\d+)?)\s*([LMH])\b/g)].map(([, figure, tier = '']) => [tier, Number(figure)]))

/**
 * What `n` images at a quality cost by one variant of a price: `2 images: 50 cauris, medium quality (tier M)`. That L, M and H
 * stand for the qualities low, medium and high is our reading, so the letter is said too. Another quality, or none, gives the range over all
 * tiers. Undefined where the price has no tiers.
 */
export function estimateImages(
  price: Price | undefined,
  { n: asked, quality }: JsonRecord,
  variant: string,
): string | undefined {
  const tiers = tiersOf(ownOf(price?.labels, variant) ?? '')
  if (tiers.size === 0) return undefined
  const n = typeof asked === 'number' ? asked : 1
  const tier = tierOf.get(quality)
  const figure = tier === undefined ? undefined : tiers.get(tier)
  const figures = figure === undefined ? [...tiers.values()] : [figure]
  const [low, high] = [n * Math.min(...figures), n * Math.max(...figures)]
  const amount = [low === high ? `${low}` : `${low} to ${high}`, price?.unit].filter(Boolean).join(' ')
  const reading = figure === undefined ? 'depending on quality' : `${quality} quality (tier ${tier})`
  return `${n} ${n === 1 ? 'image' : 'images'}: ${amount}, ${reading}`
}
