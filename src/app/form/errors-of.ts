import * as z from 'zod/mini'
import type { Refusal } from '#contract/core/rules.ts'
import { lowered, sayIssue } from '#contract/core/say-issue.ts'
import type { FieldDescription } from './describe.ts'
import type { RequestDraft } from './request-draft.ts'

/** Messages by field path; the path `''` is the request as a whole. */
export type Remarks = Readonly<Record<string, string>>

/** One thing that keeps a request from being sent, with its place. */
export interface PlacedError {
  /** The path from the request's root; there may be no value at it. */
  readonly at: readonly PropertyKey[]
  /** The path of the field it belongs to; that of its own place where it belongs to none. */
  readonly field: string
  /** A sentence: `Must be a number.` */
  readonly words: string
}

/** All errors that prevent a request from being sent. */
export function placedErrors(
  request: RequestDraft,
  schema: z.core.$ZodType,
  fields: readonly FieldDescription[],
  checks: readonly (((request: RequestDraft) => Refusal | undefined) | undefined)[],
): readonly PlacedError[] {
  const broken = (z.safeParse(schema, request).error?.issues ?? []).map((issue): PlacedError => {
    const place = issue.path.join('.')
    const field = fields.find(({ path }) => place === path || place.startsWith(`${path}.`))
    const words = issue.code === 'invalid_type' && !holds(request, issue.path) ? 'Required.' : sayIssue(issue)
    return { at: issue.path, field: field?.path ?? place, words }
  })
  const refused = checks.flatMap((check): readonly PlacedError[] => {
    const refusal = check?.(request)
    return refusal ? [{ at: refusal.param.split('.'), field: refusal.param, words: refusal.message }] : []
  })
  return [...broken, ...refused]
}

/** One sentence a field, the first. One about a part of a field begins with the way there: `[0].name: must be …`. */
export function errorsOf(placed: readonly PlacedError[]): Remarks {
  // A map, since a request may name its keys like the properties of every object.
  const found = new Map<string, string>()
  for (const { at, field, words } of placed) {
    if (found.has(field)) continue
    const inside = at.slice(field.split('.').length)
    found.set(field, inside.length === 0 ? words : `${written(inside)}: ${lowered(words)}`)
  }
  return Object.fromEntries(found)
}

/** An error as shown at its field: `Must be …`, `tools[0].name: must be …`. */
export function sayAtField(path: string, error: string): string {
  return isInside(error) ? path + error : error
}

/** An error as shown away from its field: always with its path. */
export function sayInList(path: string, error: string): string {
  return isInside(error) ? path + error : `${path}: ${error}`
}

/** Whether an error is about a part of its field, and begins with the way there. */
export function isInside(error: string): boolean {
  return /^[[.]/.test(error)
}

function holds(request: RequestDraft, path: readonly PropertyKey[]): boolean {
  return (
    path.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined,
      request,
    ) !== undefined
  )
}

function written(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
}
