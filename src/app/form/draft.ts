import { isRecord } from '#contract/core/loose-json.ts'
/**
 * What the person has set so far: the request itself, and nothing beside it.
 * A field that is not set is not a key here; `undefined` never appears, while zero, false and an empty list are values like any other.
 */
export type Draft = Readonly<Record<string, unknown>>

export function valueAt(draft: Draft, path: string): unknown {
  let value: unknown = draft
  for (const key of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

export function isSent(draft: Draft, path: string): boolean {
  return valueAt(draft, path) !== undefined
}

/** `undefined` unsets. A parent on the way that is no object gives way to one. */
export function setAt(draft: Draft, path: string, value: unknown): Draft {
  if (value === undefined) return unsetAt(draft, path)
  const [key, rest] = firstOf(path)
  if (rest === undefined) return { ...draft, [key]: value }
  const parent = Object.hasOwn(draft, key) ? draft[key] : undefined
  return { ...draft, [key]: setAt(isRecord(parent) ? parent : {}, rest, value) }
}

/** Takes a value out, and every parent that this leaves empty. */
export function unsetAt(draft: Draft, path: string): Draft {
  if (!isSent(draft, path)) return draft
  const [key, rest] = firstOf(path)
  const { [key]: child, ...others } = draft
  if (rest === undefined || !isRecord(child)) return others
  const left = unsetAt(child, rest)
  return Object.keys(left).length === 0 ? others : { ...draft, [key]: left }
}

/** The paths of what is in a draft but under none of the known paths. */
export function extrasOf(draft: Draft, known: readonly string[], prefix = ''): string[] {
  return Object.entries(draft).flatMap(([key, value]) => {
    const path = prefix + key
    if (known.includes(path)) return []
    const holdsKnown = isRecord(value) && known.some((other) => other.startsWith(`${path}.`))
    return holdsKnown ? extrasOf(value, known, `${path}.`) : [path]
  })
}

function firstOf(path: string): [key: string, rest: string | undefined] {
  const dot = path.indexOf('.')
  return dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)]
}
