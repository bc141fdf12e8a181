import * as z from 'zod/mini'
import { isRecord } from '#contract/core/loose-json.ts'
import { beyondLimits, beyondSize, planLimits } from './rows/row-limits.ts'

/** Cells of one model that are sent at once where a plan does not say. */
export const usualConcurrency = 6

const upTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most))

/** Values that one field of the request takes in turn; none while they are not typed yet. `path`: names separated by dots, `reasoning.effort`. */
const sweep = z.object({ path: z.string().check(z.minLength(1)), values: z.array(z.unknown()) })
export type Sweep = Readonly<z.infer<typeof sweep>>

const axes = z.object({
  models: z._default(z.array(z.string()), []),
  repeat: z._default(upTo(planLimits.repeat), 1),
  sweeps: z._default(z.array(sweep).check(z.maxLength(planLimits.sweeps)), []),
})

/**
 * What a column of the rows is: a `variable` for placeholders, the name of a `file` of the plan, a list of chat `messages`, what a result is
 * `expected` to be, `checks` of the row alone, or `metadata` that is only kept.
 */
export const columnKinds = ['variable', 'file', 'messages', 'expected', 'checks', 'metadata'] as const
export type ColumnKind = (typeof columnKinds)[number]

const planSchema = z.object({
  format: z.literal('patchbay-plan'),
  version: z.literal(1),
  name: z._default(z.string(), ''),
  /** The id of a tool. */
  tool: z.string(),
  /** Sent by each cell, its placeholders `{{name}}` filled from the cell's row, with the model and the values of the sweeps. */
  request: z._default(z.record(z.string(), z.unknown()), {}),
  axes: z._default(axes, { models: [], repeat: 1, sweeps: [] }),
  rows: z._default(z.array(z.record(z.string(), z.unknown())).check(z.maxLength(planLimits.rows)), []),
  /** What the columns of the rows are, by name; those that are not named are variables. */
  columns: z._default(z.record(z.string(), z.enum(columnKinds)), {}),
  /** Each is read by `readCheck`; what this version does not know stays as it is. */
  checks: z._default(z.array(z.unknown()), []),
  limits: z._default(z.looseObject({ concurrency: z.exactOptional(upTo(planLimits.concurrency)) }), {}),
  seed: z._default(z.int(), 1),
})

/** Many requests of one tool as one document: a request with placeholders, and the axes along which it varies. */
export type LabPlan = z.infer<typeof planSchema>

/** A plan of the current version without anything to send. */
export const emptyPlan = (tool: string, request: LabPlan['request'] = {}): LabPlan =>
  planSchema.parse({ format: 'patchbay-plan', version: 1, tool, request })

/** `refused`: no plan of this or an earlier version; `why` is a sentence for people. */
export type PlanReading =
  | { readonly status: 'read'; readonly plan: LabPlan }
  | { readonly status: 'refused'; readonly why: string }

/** Reads a stored or imported plan; what it leaves out gets its default. */
export function readLabPlan(value: unknown): PlanReading {
  if (!isRecord(value) || value.format !== 'patchbay-plan') return refused('This is not a Patchbay plan.')
  if (Number(value.version) > 1)
    return refused('This plan was made by a newer version of Patchbay. Update Patchbay to open it.')
  const beyond = beyondSize({ ...value, rows: [] })
  if (beyond !== undefined) return refused(`The plan cannot be read. ${beyond}`)
  const read = z.safeParse(planSchema, value)
  const beyondRows = read.data && beyondLimits(read.data.rows)
  if (beyondRows !== undefined) return refused(`The rows of the plan cannot be read. ${beyondRows}`)
  if (read.success) return { status: 'read', plan: withoutTwins(read.data) }
  const [issue] = read.error.issues
  return refused(`The plan cannot be read at “${issue?.path.join('.')}”: ${issue?.message.toLowerCase()}.`)
}

/** A model or a value that is named twice would be paid twice: what is wanted several times is `repeat`. */
function withoutTwins({ axes: { models, sweeps, repeat }, ...plan }: LabPlan): LabPlan {
  const once = (values: readonly unknown[]) => [...new Map(values.map((one) => [JSON.stringify(one), one])).values()]
  const unlike = sweeps.map(({ path, values }) => ({ path, values: once(values) }))
  return { ...plan, axes: { models: [...new Set(models)], sweeps: unlike, repeat } }
}

const refused = (why: string): PlanReading => ({ status: 'refused', why })
