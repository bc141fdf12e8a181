import type { Route } from './endpoint.ts'

/**
 * An endpoint's path with its parameters inserted, each encoded once: `/videos/{id}` and `{ id: 'a/b' }` give `/videos/a%2Fb`.
 * Throws a `RangeError`, with a message for people, for a parameter that is missing or that no path can hold: an empty one, `.` and `..`
 * (a URL resolves them as steps however they are encoded), and text that is not well formed.
 */
export function pathOf({ path }: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined) throw new RangeError(`The address ${path} needs a value for ${name}.`)
    if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value))
      throw new RangeError(`The address ${path} cannot hold this ${name}.`)
    return encodeURIComponent(value)
  })
}
