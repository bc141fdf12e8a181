import * as z from 'zod/mini'
import { jsonOrText } from '#contract/core/loose-json.ts'
import { badRequest } from './router-error.ts'

const MB = 1024 * 1024

/** The largest file, unless a route's providers accept less. */
export const mostFileBytes = 512 * MB

/** The fields of a request by name. */
export type FormShape = Readonly<Record<string, z.core.$ZodType>>
export type FormValue = string | Blob

/** The field that a part fills: `image`, `image[]` and `images[]` all fill `images` where the schema has it. */
export function fieldOf(name: string, shape: FormShape): string {
  const bare = name.replace(/\[\d*\]$/, '')
  return !Object.hasOwn(shape, bare) && Object.hasOwn(shape, `${bare}s`) ? `${bare}s` : bare
}

export const takes = (field: z.core.$ZodType, value: unknown) => value === null || z.safeParse(field, value).success

const sentTwice = (name: string) =>
  badRequest(`${name} is in the form more than once; it accepts one value.`, { param: name, code: 'invalid_value' })

/**
 * The value of a field. A text that the schema does not accept is tried as JSON, and a single value as a list of one. Several values for a
 * field that takes one are a 400.
 */
export function valueFor(name: string, field: z.core.$ZodType | undefined, values: readonly FormValue[]): unknown {
  const [first] = values
  if (values.length > 1) {
    if (field && !takes(field, values) && !takes(field, [])) throw sentTwice(name)
    return values
  }
  const candidates = typeof first === 'string' ? [first, jsonOrText(first), values] : [first, values]
  const fitting = field && candidates.find((value) => takes(field, value))
  return fitting === undefined ? first : fitting
}
