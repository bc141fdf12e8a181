import { useEffect, useState } from 'react'

/**
 * The result of `load` for these inputs; undefined while it runs, and as soon as an input is another object. A change of an input or
 * the end of the component aborts the signal and drops the result. `load` is called once for each set of inputs and must not reject;
 * undefined loads nothing.
 */
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
