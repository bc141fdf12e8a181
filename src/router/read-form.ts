import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Part, readParts } from './multipart.ts'
import { bodyChunks } from './read-body.ts'
import { badRequest } from './router-error.ts'

/** The largest form, with all its files. */
const mostBytes = 512 * 1024 * 1024

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** `image`, `image[]` and `images[]` are all `images` where the route has that. */
function fieldOf(name: string, shape: Shape): string {
  const bare = name.replace(/\[\d*\]$/, '')
  return !Object.hasOwn(shape, bare) && Object.hasOwn(shape, `${bare}s`) ? `${bare}s` : bare
}

function spelled(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const takes = (field: z.core.$ZodType, value: unknown) => value === null || z.safeParse(field, value).success

const sentTwice = (name: string) =>
  badRequest(`${name} is in the form more than once; it takes one value.`, { param: name, code: 'invalid_value' })

/**
 * A form holds texts only: what the field does not take as a text may be the number, the switch, the list or the `null` that it
 * spells. Several values for a field that takes one are a 400.
 */
function valueFor(name: string, field: z.core.$ZodType | undefined, values: readonly (string | Blob)[]): unknown {
  const [first] = values
  if (values.length > 1) {
    if (field && !takes(field, values) && !takes(field, [])) throw sentTwice(name)
    return values
  }
  const candidates = typeof first === 'string' ? [first, spelled(first), values] : [first, values]
  const fitting = field && candidates.find((value) => takes(field, value))
  return fitting === undefined ? first : fitting
}

/** The fields of a multipart form, as JSON would have said them; files are Blobs. */
export async function readForm(request: Request, { request: schema }: Endpoint): Promise<Record<string, unknown>> {
  const shape: Shape = schema instanceof z.ZodMiniObject ? schema.shape : {}
  const parts = await readParts(bodyChunks(request, mostBytes), request.headers.get('content-type') ?? '')
  const fields = new Map<string, Part['value'][]>()
  for (const { name, value } of parts) {
    const field = fieldOf(name, shape)
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [
      name,
      valueFor(name, Object.hasOwn(shape, name) ? shape[name] : undefined, values),
    ]),
  )
}
