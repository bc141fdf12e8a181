/** Listeners by key. */
export interface Listeners {
  /** `gone` is called once nobody listens to the key any more; a change of mind within the same task does not count. */
  add(key: string, listener: () => void, gone: () => void): () => void
  has(key: string): boolean
  call(key: string): void
}

export function createListeners(): Listeners {
  const byKey = new Map<string, Set<() => void>>()
  const has = (key: string) => (byKey.get(key)?.size ?? 0) > 0
  return {
    add(key, listener, gone) {
      const set = byKey.get(key) ?? new Set()
      byKey.set(key, set.add(listener))
      return () => {
        set.delete(listener)
        // React takes a subscription away and puts it back in one go.
        queueMicrotask(() => {
          if (has(key) || byKey.get(key) !== set) return
          byKey.delete(key)
          gone()
        })
      }
    },
    has,
    call(key) {
      for (const listener of [...(byKey.get(key) ?? [])]) listener()
    },
  }
}
