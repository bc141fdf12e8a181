import { median, quantile } from './statistics.ts'

/** A number as it is read in a table; a dash where there is none. */
export function show(value: number | undefined, digits = 2): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

/** Median and range. */
export function showSpread(values: readonly number[], digits = 2): string {
  if (values.length === 0) return '–'
  const range = values.length > 1 ? ` (${show(quantile(values, 0), digits)}–${show(quantile(values, 1), digits)})` : ''
  return show(median(values), digits) + range
}

export const showKilo = (bytes: number) => (bytes / 1000).toFixed(1)
