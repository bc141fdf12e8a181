import { useSyncExternalStore } from 'react'
import type { BaseLocationHook } from 'wouter'

const ownEvent = 'hashlocation'

function subscribe(changed: () => void): () => void {
  const kinds = [ownEvent, 'popstate', 'hashchange']
  for (const kind of kinds) addEventListener(kind, changed)
  return () => {
    for (const kind of kinds) removeEventListener(kind, changed)
  }
}

/** Path and search that stand behind the `#`. */
function address(): readonly [path: string, search: string] {
  const [path = '', ...search] = location.hash.replace(/^#\/?/, '/').split('?')
  return [path, search.join('?')]
}

/** Goes to a path, or with `?…` alone to other words of the same. */
function navigate(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
  const target = `#${to.startsWith('?') ? address()[0] : ''}${to}`
  if (replace) history.replaceState(state, '', target)
  else history.pushState(state, '', target)
  dispatchEvent(new Event(ownEvent))
}

/**
 * The location of the static demo: `#/images?tab=edit`, since a file host has one document. Unlike that of wouter it holds the search as well,
 * so that an address can be opened in another tab.
 */
export const hashLocation: BaseLocationHook = /* @__PURE__ */ Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, () => address()[0]), navigate],
  {
    searchHook: () => useSyncExternalStore(subscribe, () => address()[1]),
    hrefs: (href: string) => `#${href}`,
  },
)
