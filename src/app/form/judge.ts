import type * as z from 'zod/mini'
import type { FieldRule, Refusal, Rules } from '#contract/core/rules.ts'
import type { FieldDescription } from './describe.ts'
import { type Draft, isSent, unsetAt } from './draft.ts'
import type { Entries } from './entries.ts'
import { errorsOf, placedErrors } from './errors-of.ts'
import type { FilledForm } from './filled-form.ts'
import type { Remarks } from './remarks.ts'

/** What a form is judged by. */
interface Measure {
  readonly schema: z.core.$ZodType
  readonly fields: readonly FieldDescription[]
  readonly rules: ((draft: Draft) => Rules | undefined) | undefined
  readonly check: ((request: Draft) => Refusal | undefined) | undefined
  readonly reserved: Remarks
}

/** Says of a form's content what is sent of it, and everything that keeps it from being sent. */
export function judge({ schema, fields, rules: rulesOf, check, reserved }: Measure) {
  return ({ draft, entries }: FilledForm) => {
    const rules = rulesOf?.(draft)
    const request = sendable(draft, rules, reserved)
    const placed = placedErrors(request, schema, fields, [rules?.check, check])
    return { rules, request, placed, errors: { ...unreadable(entries, rules), ...errorsOf(placed) } }
  }
}

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

/** What is sent of a draft: a field that is switched off or reserved keeps its value, but stays at home. @internal */
export function sendable(draft: Draft, rules: Rules | undefined, reserved: Remarks): Draft {
  const off = Object.entries(rules?.fields ?? {}).filter(([, rule]) => rule.kind === 'off')
  return [...off.map(([path]) => path), ...Object.keys(reserved)].reduce(unsetAt, draft)
}

/** The reserved paths that a draft has set nevertheless. */
export function reservedIn(draft: Draft, reserved: Remarks): Remarks {
  return Object.fromEntries(Object.entries(reserved).filter(([path]) => isSent(draft, path)))
}

/** Nobody is told off for a box that they have not come to yet. */
export function withoutMissing(errors: Remarks, { draft, entries }: FilledForm): Remarks {
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => path === '' || isSent(draft, path) || entries[path]?.problem !== undefined,
    ),
  )
}

/** Texts that cannot be read block sending, except where their field is switched off anyway. */
function unreadable(entries: Entries, rules: Rules | undefined): Remarks {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([path, { problem }]) =>
      problem === undefined || ruleFor(rules, path)?.kind === 'off' ? [] : [[path, problem]],
    ),
  )
}
