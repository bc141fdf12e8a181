/** Caches what `make` returns for an object, as long as the object lives; the other arguments count at its first call. */
export function oncePer<Key extends object, Made, More extends readonly unknown[]>(
  make: (key: Key, ...more: More) => Made,
): (key: Key, ...more: More) => Made {
  const known = new WeakMap<Key, { readonly made: Made }>()
  return (key, ...more) => {
    const kept = known.get(key) ?? { made: make(key, ...more) }
    known.set(key, kept)
    return kept.made
  }
}
