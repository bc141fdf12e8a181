/** What several requests cost together, from the prices of each as they are shown. */
export interface PriceSum {
  /** Amounts by their unit: `cauris`, or `$`. */
  readonly amounts: ReadonlyMap<string, number>
  /** How many requests have no price that can be added: it is not stated, or is one per token. */
  readonly unknown: number
}

const dollars = /^\$(\d+(?:\.\d+)?)(?: per (?:request|image))?$/
/** Also of several images by one quality: `2 images: 50 cauris, medium quality (tier M)`. */
const worded =
  /^(?:\d+ images?: )?(\d+(?:\.\d+)?) ([a-z]+)(?: \(unit unknown\))?(?:, (?:[a-z]+ quality \(tier [LMH]\)|depending on quality))?$/i

/** Adds prices; one that is no plain amount counts as unknown. */
export function sumPrices(prices: Iterable<string>): PriceSum {
  const amounts = new Map<string, number>()
  let unknown = 0
  for (const price of prices) {
    const [, dollar] = dollars.exec(price) ?? []
    const [, amount = dollar, unit = '$'] = worded.exec(price) ?? []
    const name = unit === 'cauri' ? 'cauris' : unit
    if (price === 'free') continue
    if (amount === undefined) unknown += 1
    else amounts.set(name, (amounts.get(name) ?? 0) + Number(amount))
  }
  return { amounts, unknown }
}

/** `41.2 cauris`, `$0.60 + 3 credits`; undefined where no price is known. */
export function sayPriceSum({ amounts }: Pick<PriceSum, 'amounts'>): string | undefined {
  const told = [...amounts].map(([unit, amount]) => {
    const figure = String(Number(amount.toPrecision(6)))
    return unit === '$' ? `$${figure}` : `${figure} ${unit}`
  })
  return told.length === 0 ? undefined : told.join(' + ')
}
