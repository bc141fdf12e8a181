import * as z from 'zod/mini'
import type { Refusal } from '#contract/core/rules.ts'
import { lowered, sayIssue } from '#contract/core/say-issue.ts'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'
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
  readonly words: string
}

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

/** `[1].name` */
export function written(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
}

const missing = ['Required.', 'Must not be empty.']

const mostNamed = 2

/** What prevents sending, in one line: `Enter a prompt first. Temperature must be a number.` Empty where nothing does. */
export function sayWhatIsWrong(errors: Remarks, fields: readonly FieldDescription[]): string {
  const named = Object.entries(errors).map(([path, error]) => {
    const field = fields.find((one) => one.path === path)
    const isMissing = field !== undefined && missing.includes(error)
    return { isMissing, words: isMissing ? sayMissing(field) : sayAlone(path, field?.title, error) }
  })
  const shown = [...named.filter(({ isMissing }) => isMissing).slice(0, 1), ...named.filter((one) => !one.isMissing)]
  const more = shown.length - mostNamed
  const words = shown.slice(0, mostNamed).map((one) => one.words)
  return [...words, ...(more > 0 ? [`${more} more to fix.`] : [])].join(' ')
}

function sayMissing({ title, control }: FieldDescription): string {
  const verb = control === 'model' || control === 'select' ? 'Choose' : control === 'file' ? 'Add' : 'Enter'
  const noun = lowered(title)
  const article = noun.endsWith('s') ? '' : /^[aeiou]/.test(noun) ? 'an ' : 'a '
  return `${verb} ${article}${noun} first.`
}

/** An error away from its field. A rule's own sentence says what it is about. */
function sayAlone(path: string, title: string | undefined, error: string): string {
  if (isInside(error)) return path + error
  const name = title ?? (path || 'Request JSON')
  if (error.startsWith('Must ')) return `${name} ${lowered(error)}`
  return path === '' || /^(?:Not|Duplicate|Too|A name)\b/.test(error) ? `${name}: ${lowered(error)}` : error
}

/** What is unusual about a value that is sent as it is: schemas are open. Undefined where there is nothing to say. */
export function noteOf(
  field: FieldDescription,
  value: unknown,
  options: readonly ComboboxOption[],
): string | undefined {
  const what = unusual(field, value, options)
  return what?.endsWith(';') || what?.endsWith(',') ? `${what} sent as it is.` : what
}

function unusual(field: FieldDescription, value: unknown, options: readonly ComboboxOption[]): string | undefined {
  const { closed, path, range, suggestions } = field
  if (value === undefined || value === '' || closed) return undefined
  if (value === null) return 'null,'
  if (options.length > 0) {
    if (options.some((option) => option.value === value)) return undefined
    return path === 'model' ? 'Not in this router’s list.' : 'Not a listed value;'
  }
  if (range && typeof value === 'number' && (value < range[0] || value > range[1])) {
    return `Outside ${range[0]}–${range[1]};`
  }
  if (suggestions.length === 0) return undefined
  return suggestions.some((known) => known === value) ? undefined : 'Not a listed value;'
}
