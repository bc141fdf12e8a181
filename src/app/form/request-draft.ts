import { isRecord, ownOf } from '#contract/core/loose-json.ts'

/** A request that is not sent yet. An unset field has no key: `undefined` never occurs, while zero, false and an empty list are values. */
export type RequestDraft = Readonly<Record<string, unknown>>

export function valueAt(draft: RequestDraft, path: string): unknown {
  let value: unknown = draft
  for (const key of path.split('.')) {
    value = isRecord(value) ? ownOf(value, key) : undefined
  }
  return value
}

export function isSent(draft: RequestDraft, path: string): boolean {
  return valueAt(draft, path) !== undefined
}

/** A copy with the value at a path; `undefined` removes the key. A parent that is no object is replaced by one. */
export function setAt(draft: RequestDraft, path: string, value: unknown): RequestDraft {
  if (value === undefined) return unsetAt(draft, path)
  const [key, rest] = firstOf(path)
  if (rest === undefined) return { ...draft, [key]: value }
  const parent = ownOf(draft, key)
  return { ...draft, [key]: setAt(isRecord(parent) ? parent : {}, rest, value) }
}

/** A copy without a key, and without every parent that becomes empty. */
export function unsetAt(draft: RequestDraft, path: string): RequestDraft {
  if (!isSent(draft, path)) return draft
  const [key, rest] = firstOf(path)
  const { [key]: _, ...others } = draft
  const child = ownOf(draft, key)
  if (rest === undefined || !isRecord(child)) return others
  const left = unsetAt(child, rest)
  return Object.keys(left).length === 0 ? others : { ...draft, [key]: left }
}

export interface DraftChange {
  readonly before: RequestDraft
  readonly after: RequestDraft
}

/** A draft without a change that was made to it; what was changed since then stays, at any depth of objects. */
export function withoutChange(draft: RequestDraft, { before, after }: DraftChange): RequestDraft {
  const keys = new Set([...Object.keys(draft), ...Object.keys(before)])
  const entries = [...keys].flatMap((key): [string, unknown][] => {
    const [now, was, became] = [draft, before, after].map((one) => ownOf(one, key))
    const isUnchanged = JSON.stringify(now) === JSON.stringify(became)
    const isDeep = !isUnchanged && isRecord(now) && isRecord(became)
    const value = isDeep
      ? withoutChange(now, { before: isRecord(was) ? was : {}, after: became })
      : isUnchanged
        ? was
        : now
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** The paths in a draft that no known path covers. */
export function extrasOf(draft: RequestDraft, known: readonly string[], prefix = ''): string[] {
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
