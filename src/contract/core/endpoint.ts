import type * as z from 'zod/mini'
import type { Refusal, RulesOf } from './rules.ts'

export type BodyKind = 'json' | 'multipart'

/** `json`: one document. `events`: server-sent events. `bytes`: media as it is. */
type ReplyKind = 'json' | 'events' | 'bytes'

/** One route of the interface: all there is to know in order to call it. */
export interface Route {
  /** The path's words joined by dots; also what a model card lists as a capability. */
  readonly id: string
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Below `/v1`; a parameter stands in braces: `/videos/{id}`. */
  readonly path: `/${string}`
  /** The body kinds it takes, the usual one first; empty without a body. */
  readonly bodies: readonly BodyKind[]
  /** The kinds of reply it may give, the usual one first. */
  readonly replies: readonly ReplyKind[]
  /**
   * The vocabulary of its replies: `response` is the Responses convention (a response object, or `response.…` events), `media` is media or
   * JSON and events that hold or name them. Absent for the list of models.
   */
  readonly vocabulary?: 'response' | 'media'
  /** A paid request is never sent twice without the person's word. */
  readonly paid: boolean
  /** The interface's support status, shown as it is. */
  readonly status: string
  /** Largest JSON body in bytes. */
  readonly maxBytes: number
}

/** A route with what it takes. */
export interface Endpoint<Request extends z.core.$ZodType = z.core.$ZodType> extends Route {
  /** What a request holds; `null` where there is no body. */
  readonly request: Request | null
  /** What holds for every model, beyond the schema's types. */
  readonly check?: (request: Record<string, unknown>) => Refusal | undefined
  /** What holds for one model. */
  readonly rules?: RulesOf
}
