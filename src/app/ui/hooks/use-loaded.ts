import { useEffect, useState } from 'react'

/** `load`'s result for these inputs, else undefined. It is called once for them and must not reject; a change aborts its signal. */
export function useLoaded<T>(
  load: ((signal: AbortSignal) => Promise<T>) | undefined,
  inputs: readonly unknown[],
): T | undefined {
  const [last, setLast] = useState<{ readonly inputs: readonly unknown[]; readonly value: T }>()
  useEffect(() => {
    if (!load) return
    const leaving = new AbortController()
    const { signal } = leaving
    void load(signal).then((value) => !signal.aborted && setLast({ inputs, value }))
    return () => leaving.abort()
    // biome-ignore lint/correctness/useExhaustiveDependencies: `load` reads nothing that changes but its inputs.
  }, inputs)
  return last && inputs.every((input, at) => Object.is(input, last.inputs[at])) ? last.value : undefined
}
