/** One place at which two requests differ. */
export type Difference =
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }

// Deeper than any request that was meant: below it, values are compared as wholes.
const deepest = 50

/**
 * Where two JSON values differ, in the order of the first one's keys. A path is written as in JavaScript (`input[0].role`), but for
 * its first name, which never has quotes (`image[]`); the path of the whole value is empty.
 */
export function changesBetween(before: unknown, after: unknown): readonly Difference[] {
  return [...differences(before, after, '', 0)]
}

function* differences(before: unknown, after: unknown, path: string, depth: number): Generator<Difference, void> {
  if (Object.is(before, after)) return
  const [old, fresh] = [entriesOf(before), entriesOf(after)]
  const alike = old && fresh && Array.isArray(before) === Array.isArray(after)
  if (!alike || depth > deepest) {
    if (!(alike && sameText(before, after))) yield { kind: 'changed', path, before, after }
    return
  }
  for (const [key, value] of old) {
    const at = join(path, key, before)
    if (fresh.has(key)) yield* differences(value, fresh.get(key), at, depth + 1)
    else yield { kind: 'removed', path: at, before: value }
  }
  for (const [key, value] of fresh)
    if (!old.has(key)) yield { kind: 'added', path: join(path, key, before), after: value }
}

/** Undefined for what has no parts. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function join(path: string, key: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${path}[${key}]`
  if (path !== '' && !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function sameText(before: unknown, after: unknown): boolean {
  try {
    return JSON.stringify(before) === JSON.stringify(after)
  } catch {
    return false
  }
}
