import type { Basis } from './basis.ts'

/** One judgement of a value by a schema while it is made. */
export interface Trial {
  readonly basis: Basis
  /** Which properties or items of the value have been judged, for the keywords about what is left. */
  readonly seen: Set<string | number>
  /** Whether a part of the value, or the value by a schema whose findings do not count for what is left, fits. */
  apart(value: unknown, schema: unknown): boolean
  /** Whether the same value fits a further schema. What that has judged counts only where it fits. */
  too(value: unknown, schema: unknown): boolean
}
