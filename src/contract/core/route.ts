import { ownOf } from './loose-json.ts'

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
  /** The request field that holds what a person wrote: the title of a run, and what "Reuse the prompt" takes. Absent where there is none. */
  readonly prompt?: string
  /**
   * Present where a reply may be a job: its kind, and the endpoints that read its status and its content, whose path holds its `id`. Without
   * them it is read at the addresses that the router names.
   */
  readonly job?: { readonly kind: string; readonly status?: string; readonly content?: string }
  /** A paid request is never sent twice without the person's word. */
  readonly paid: boolean
  /** The interface's support status, shown as it is. */
  readonly status: string
  /** Largest JSON body in bytes. */
  readonly maxBytes: number
}

/**
 * An endpoint's path with its parameters inserted, each encoded once: `/videos/{id}` and `{ id: 'a/b' }` give `/videos/a%2Fb`.
 * Throws a `RangeError`, with a message for people, for a parameter that is missing or that no path can hold: an empty one, `.` and `..`
 * (a URL resolves them as steps however they are encoded), and text that is not well formed.
 */
export function pathOf({ path }: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = ownOf(params, name)
    if (value === undefined) throw new RangeError(`The address ${path} needs a value for ${name}.`)
    if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value))
      throw new RangeError(`The address ${path} does not accept this ${name}.`)
    return encodeURIComponent(value)
  })
}
