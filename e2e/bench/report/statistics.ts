export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const [low = Number.NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** By which power of the size the cost grows. */
export const exponent = (cost: readonly [number, number], size: readonly [number, number]) =>
  Math.log(cost[1] / cost[0]) / Math.log(size[1] / size[0])
