import type * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import type { FieldRule, Refusal, Rules } from '#contract/core/rules.ts'
import type { FieldDescription } from './describe.ts'
import { draftOf, type FormValues, type Unread, unreadIn } from './form-values.ts'
import { errorsOf, type PlacedError, placedErrors, type Remarks } from './remarks.ts'
import { isSent, type RequestDraft, unsetAt } from './request-draft.ts'

interface Measure {
  readonly schema: z.core.$ZodType
  readonly fields: readonly FieldDescription[]
  readonly rules: ((draft: RequestDraft) => Rules | undefined) | undefined
  readonly check: ((request: RequestDraft) => Refusal | undefined) | undefined
  readonly reserved: Remarks
}

interface Verdict {
  readonly draft: RequestDraft
  readonly rules: Rules | undefined
  readonly request: RequestDraft
  readonly unread: Unread
  /** Every error with its place, except for the texts that cannot be read. */
  readonly placed: readonly PlacedError[]
  /** The first error of each field; the path `''` is the text of the JSON view. */
  readonly errors: Remarks
}

export type JudgeValues = (values: FormValues) => Verdict

/** Computes the request that a form's content sends, and all errors that prevent sending. */
export function judge({ schema, fields, rules: rulesOf, check, reserved }: Measure): JudgeValues {
  return (values) => {
    const draft = draftOf(values, fields)
    const unread = unreadIn(values, fields)
    const rules = rulesOf?.(draft)
    const request = sendable(draft, rules, reserved)
    const placed = placedErrors(request, schema, fields, [rules?.check, check])
    return { draft, rules, request, unread, placed, errors: { ...unreadable(unread, rules), ...errorsOf(placed) } }
  }
}

/** The rule over a field: its own, or that of an object it is in. */
export function ruleFor(rules: Rules | undefined, path: string): FieldRule | undefined {
  const own = ownOf(rules?.fields, path)
  const dot = path.lastIndexOf('.')
  return own ?? (dot < 0 ? undefined : ruleFor(rules, path.slice(0, dot)))
}

/** Whether the model does not take a field, whatever the others hold. */
export function isUnsupported(rules: Rules | undefined, path: string): boolean {
  const rule = ruleFor(rules, path)
  return rule?.kind === 'off' && rule.by === 'model'
}

/** What is sent of a draft: a field that is off or reserved keeps its value in the form, and is left out. @internal */
export function sendable(draft: RequestDraft, rules: Rules | undefined, reserved: Remarks): RequestDraft {
  const off = Object.entries(rules?.fields ?? {}).filter(([, rule]) => rule.kind === 'off')
  return [...off.map(([path]) => path), ...Object.keys(reserved)].reduce(unsetAt, draft)
}

/** The reserved paths that a draft sets nevertheless. */
export function reservedIn(draft: RequestDraft, reserved: Remarks): Remarks {
  return Object.fromEntries(Object.entries(reserved).filter(([path]) => isSent(draft, path)))
}

/** The errors without those of unset fields, which are shown only after an attempt to send. */
export function withoutMissing({ errors, draft, unread }: Verdict): Remarks {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => path === '' || isSent(draft, path) || ownOf(unread, path) !== undefined),
  )
}

/** Texts that cannot be read prevent sending, except where their field is off. */
function unreadable(unread: Unread, rules: Rules | undefined): Remarks {
  const held = Object.entries(unread).filter(([path]) => ruleFor(rules, path)?.kind !== 'off')
  return Object.fromEntries(held.map(([path, { problem }]) => [path, problem]))
}
