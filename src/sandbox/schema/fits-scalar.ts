import { format as formats } from '@cfworker/json-schema'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { Basis } from './basis.ts'

const isNumber = (value: unknown) => typeof value === 'number'

/** Whether a number lies within a schema's bounds. Draft 4 wrote an exclusive bound as a flag beside the bound. */
export function fitsNumber(value: number, schema: JsonRecord): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isNumber(minimum) && (exclusiveMinimum === true ? value <= minimum : value < minimum)) return false
  if (isNumber(maximum) && (exclusiveMaximum === true ? value >= maximum : value > maximum)) return false
  if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum) return false
  if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum) return false
  return !isNumber(multipleOf) || isMultiple(value, multipleOf)
}

/** Exact in decimals, as people mean it: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  if (step <= 0) return false
  const [a, b] = [decimal(value), decimal(step)]
  const lowest = Math.min(a.exponent, b.exponent)
  const whole = ({ digits, exponent }: typeof a) => digits * 10n ** BigInt(exponent - lowest)
  return whole(a) % whole(b) === 0n
}

function decimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [written = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = written.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Whether a text has a schema's length, pattern and format. */
export function fitsString(value: string, schema: JsonRecord, basis: Basis): boolean {
  const { minLength, maxLength, pattern, format } = schema
  basis.fuel.spend(value.length / 8)
  const length = isNumber(minLength) || isNumber(maxLength) ? [...value].length : 0
  if ((isNumber(minLength) && length < minLength) || (isNumber(maxLength) && length > maxLength)) return false
  if (typeof format === 'string' && !hasFormat(value, format)) return false
  return typeof pattern !== 'string' || basis.matches(pattern, value)
}

/** The validator's `url` may backtrack without an end; the others read a text about once. */
function hasFormat(value: string, format: string): boolean {
  const name = format === 'url' ? 'uri' : format
  return !Object.hasOwn(formats, name) || formats[name]?.(value) === true
}
