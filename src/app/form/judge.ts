import * as z from 'zod/mini'
import type { FieldRule, Refusal, Rules } from '#contract/rules.ts'
import type { ComboboxOption } from '../ui/combobox.tsx'
import type { FieldDescription } from './describe.ts'
import { type Draft, isSent, unsetAt, valueAt } from './draft.ts'
import { sayIssue } from './say-issue.ts'

/** Sentences for people, by the path of the field they are about; the path `''` is the request as a whole. */
export type Remarks = Readonly<Record<string, string>>

/** The rule over a field: its own, or that of an object it stands in. */
export function ruleFor(rules: Rules | undefined, path: string): FieldRule | undefined {
  const own = rules?.fields[path]
  const dot = path.lastIndexOf('.')
  return own ?? (dot < 0 ? undefined : ruleFor(rules, path.slice(0, dot)))
}

/** A field as one model takes it. */
export function underRule(field: FieldDescription, rule: FieldRule | undefined): FieldDescription {
  return rule?.kind === 'only' ? { ...field, suggestions: rule.values, closed: true } : field
}

/** What is sent of a draft: a field that is switched off keeps its value, but stays at home. */
export function sendable(draft: Draft, rules: Rules | undefined): Draft {
  return Object.entries(rules?.fields ?? {}).reduce(
    (request, [path, rule]) => (rule.kind === 'off' ? unsetAt(request, path) : request),
    draft,
  )
}

/** Everything that keeps a request from being sent, one sentence a field. */
export function errorsOf(
  request: Draft,
  schema: z.core.$ZodType,
  fields: readonly FieldDescription[],
  checks: readonly (((request: Draft) => Refusal | undefined) | undefined)[],
): Remarks {
  const found: Record<string, string> = {}
  for (const issue of z.safeParse(schema, request).error?.issues ?? []) {
    const inside = issue.path.join('.')
    const field = fields.find(({ path }) => inside === path || inside.startsWith(`${path}.`))
    const words = isSent(request, inside) || issue.code !== 'invalid_type' ? sayIssue(issue) : 'Needed.'
    const path = field?.path ?? inside
    found[path] ??= path === inside ? words : `${inside.slice(path.length + 1)}: ${words}`
  }
  for (const check of checks) {
    const refusal = check?.(request)
    if (refusal) found[refusal.param] ??= refusal.message
  }
  return found
}

/** What is unusual about a request but sent as it is: schemas are open. */
export function notesOf(
  request: Draft,
  fields: readonly FieldDescription[],
  options: Readonly<Record<string, readonly ComboboxOption[]>>,
): Remarks {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const note = noteOf(field, valueAt(request, field.path), options[field.path] ?? [])
      return note === undefined ? [] : [[field.path, note]]
    }),
  )
}

function noteOf(field: FieldDescription, value: unknown, options: readonly ComboboxOption[]): string | undefined {
  if (value === undefined || value === '' || field.closed) return undefined
  if (value === null) return 'null, sent as it is.'
  if (options.length > 0) {
    return options.some((option) => option.value === value) ? undefined : 'Not on the router’s list; sent as it is.'
  }
  if (field.suggestions.length === 0) return undefined
  return field.suggestions.some((known) => known === value) ? undefined : 'Not a listed value; sent as it is.'
}
