import * as z from 'zod/mini'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())

/**
 * What a result must be, as data: `{ "type": "contains", "value": "Paris" }`. Types that promptfoo has too have its names. Texts may hold placeholders
 * `{{name}}`, which are filled from the cell's row.
 */
const check = z.looseObject({
  type: z.string(),
  /** It passes where it would fail otherwise. */
  not: z.exactOptional(z.boolean()),
  /** What is compared with: a text, a list of texts, a JSON Schema, an aspect ratio. */
  value: z.exactOptional(z.unknown()),
  /** The field of a JSON answer that is looked at: names separated by dots. Left out: the whole answer. */
  path: text,
  /** The least and the most of what the type measures. */
  ...{ min: number, max: number },
})
export type Check = Readonly<z.infer<typeof check>>

/** Reads one check of a plan; undefined where it has no type. */
export const readCheck = (value: unknown): Check | undefined => z.safeParse(check, value).data

export const checkResult = z.object({
  check,
  /** `unable` says that it could not be carried out. */
  outcome: z.enum(['passed', 'failed', 'unable']),
  /** Why, as a sentence; empty where it passed. */
  reason: z._default(z.string(), ''),
})
/** What became of a check. */
export type CheckResult = Readonly<z.infer<typeof checkResult>>
