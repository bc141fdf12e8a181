import type { ModelCard, Price } from './model-card.ts'

const perImage: Price = { unit: 'cauris', labels: { api: '10L, 25M, 50H per image', agent: '10L, 25M, 50H per image' } }

/** The price labels that the interface gives (§4.2, §4.3). */
const interfacePrices: ReadonlyMap<string, Price> = new Map([
  ['gen-5.4-pro', { unit: 'cauris', labels: { api: '60', agent: '60' } }],
  ['gen-image-1.5', perImage],
  ['gen-image-2', perImage],
])

/** What people read where a router gives no price. It is never 0. */
export const priceNotStated = 'price not stated'

/** The price of a model: what its router gives, else the interface's own label. */
export const priceOf = (model: string, card?: ModelCard): Price | undefined => card?.price ?? interfacePrices.get(model)

/** One variant of a price as people read it. */
export interface PriceLine {
  /** `api`, `agent`, or what another router calls it. */
  readonly variant: string
  /** `60 cauris, unit not stated` */
  readonly text: string
}

/** A figure as given. What it is paid for (`per image`) is said only where the label says it. */
function worded(figure: string, unit: string | undefined): string {
  const [, amount = figure, measure] = /^(.*?)\s+(per\s.+)$/.exec(figure) ?? []
  return [unit ? `${amount} ${unit}` : amount, measure ? ` ${measure}` : ' (unit unknown)'].join('')
}

/** Every variant of a price, each as given; none where there is no price: say `priceNotStated` then. */
export const priceLines = (price: Price | undefined): PriceLine[] =>
  Object.entries(price?.labels ?? {}).map(([variant, figure]) => ({ variant, text: worded(figure, price?.unit) }))
