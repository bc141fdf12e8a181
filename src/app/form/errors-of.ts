import * as z from 'zod/mini'
import type { Refusal } from '#contract/rules.ts'
import type { FieldDescription } from './describe.ts'
import type { Draft } from './draft.ts'
import type { Remarks } from './remarks.ts'
import { sayIssue } from './say-issue.ts'

/** Everything that keeps a request from being sent, one sentence a field. One about a part of a field begins with the way there: `[0].name: must be …`. */
export function errorsOf(
  request: Draft,
  schema: z.core.$ZodType,
  fields: readonly FieldDescription[],
  checks: readonly (((request: Draft) => Refusal | undefined) | undefined)[],
): Remarks {
  // A map, since a request may name its keys like the properties of every object.
  const found = new Map<string, string>()
  const say = (path: string, words: string) => found.has(path) || found.set(path, words)
  for (const issue of z.safeParse(schema, request).error?.issues ?? []) {
    const place = issue.path.join('.')
    const field = fields.find(({ path }) => place === path || place.startsWith(`${path}.`))
    const words = issue.code === 'invalid_type' && !holds(request, issue.path) ? 'Needed.' : sayIssue(issue)
    if (field === undefined || field.path === place) say(place, words)
    else say(field.path, `${written(issue.path.slice(field.path.split('.').length))}: ${lowered(words)}`)
  }
  for (const check of checks) {
    const refusal = check?.(request)
    if (refusal) say(refusal.param, refusal.message)
  }
  return Object.fromEntries(found)
}

/** An error as it is said at its field: `Must be …`, `tools[0].name: must be …`. */
export function sayAtField(path: string, error: string): string {
  return isInside(error) ? path + error : error
}

/** An error as it is said away from its field: always with its place. */
export function sayInList(path: string, error: string): string {
  return isInside(error) ? path + error : `${path}: ${error}`
}

function isInside(error: string): boolean {
  return /^[[.]/.test(error)
}

function holds(request: Draft, path: readonly PropertyKey[]): boolean {
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

/** For the middle of a sentence; an abbreviation stays as it is. */
function lowered(words: string): string {
  return words.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
}
