import { ownOf } from './loose-json.ts'

export type BodyKind = 'json' | 'multipart'

/** `json`: one document. `events`: server-sent events. `bytes`: media as it is. */
type ReplyKind = 'json' | 'events' | 'bytes'

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
  /** `response`: the Responses convention. `media`: media, or JSON and events that hold or name them. Absent for the list of models. */
  readonly vocabulary?: 'response' | 'media'
  /** The request field that holds what a person wrote: the title of a run, and what "Reuse the prompt" takes. Absent where there is none. */
  readonly prompt?: string
  /** Where a reply may be a job: its kind, and what reads status and content by its `id`; else the router's own addresses do. */
  readonly job?: { readonly kind: string; readonly status?: string; readonly content?: string }
  /** A paid request is never sent twice without the person's word. */
  readonly paid: boolean
  /** The interface's support status, shown as it is. */
  readonly status: string
  /** Largest JSON body in bytes. */
  readonly maxBytes: number
}

/**
 * A path with its parameters inserted, each encoded once. Throws a `RangeError`, with a message for people, for one that is missing or that
 * no path can hold: empty, `.`, `..` (URLs resolve them however encoded), or not well formed.
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
