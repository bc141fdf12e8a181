/** The normal quantile of an interval of 95 %. */
const z95 = 1.959963984540054

/**
 * The Wilson interval of a rate at 95 %, from 0 to 1 (Wilson 1927; 7 of 10 gives 0.40 to 0.89). It holds for few trials too, unlike the usual
 * interval around the rate. `trials` is at least 1.
 */
export function wilsonInterval(passed: number, trials: number): readonly [from: number, to: number] {
  const rate = passed / trials
  const square = z95 ** 2 / trials
  const middle = rate + square / 2
  const reach = Math.sqrt(square * (rate * (1 - rate) + square / 4))
  return [Math.max(0, (middle - reach) / (1 + square)), Math.min(1, (middle + reach) / (1 + square))]
}

/** The quantile of values in ascending order, between two of them by linear interpolation; undefined without values. */
export function quantile(ascending: readonly number[], share: number): number | undefined {
  const place = (ascending.length - 1) * share
  const [below, above] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]]
  if (below === undefined || above === undefined) return undefined
  return below + (above - below) * (place - Math.floor(place))
}
