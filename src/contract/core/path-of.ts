import type { Route } from './endpoint.ts'

/**
 * An endpoint's path with its parameters in place, each encoded once: `/videos/{id}` and `{ id: 'a/b' }` give `/videos/a%2Fb`.
 * Throws a `RangeError` for a parameter that is missing or that no path can carry: nothing, `.` and `..` (however they are encoded,
 * a URL takes them for steps), and text that is not well formed.
 */
export function pathOf({ path }: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || /^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value)) {
      throw new RangeError(`${path} needs another ${name}.`)
    }
    return encodeURIComponent(value)
  })
}
