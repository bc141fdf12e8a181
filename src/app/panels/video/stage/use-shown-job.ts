import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Run } from '../../../run/run.ts'
import { usePlace } from '../../../tool/use-place.ts'

/** Debounce of writing the address while keys move through the table, in ms: browsers limit the rate of its changes. */
const writeAfter = 120

interface ShownJob {
  /** The run that the address names, else the newest. */
  readonly run: Run | undefined
  /** `press`: at once, as a new entry of the history. `keys`: in place of the entry, a moment later. */
  readonly show: (id: string, by: 'press' | 'keys') => void
}

/** Which run of the thread is shown large: kept in the address. A run that this page has just begun (`begun`) is shown. */
export function useShownJob(runs: readonly Run[], begun: string | undefined): ShownJob {
  const { word, write } = usePlace()
  const named = word('run')
  /** What is about to be written. */
  const [ahead, setAhead] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const writeNow = useEffectEvent((id: string, how: 'push' | 'replace') => {
    setAhead(undefined)
    write({ tab: word('tab'), model: word('model'), run: id }, how)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (begun === undefined) return
    clearTimeout(timer.current)
    writeNow(begun, 'replace')
  }, [begun])
  const show = (id: string, by: 'press' | 'keys') => {
    clearTimeout(timer.current)
    setAhead(id)
    timer.current = setTimeout(() => writeNow(id, by === 'press' ? 'push' : 'replace'), by === 'press' ? 0 : writeAfter)
  }
  const id = ahead ?? named
  return { run: runs.find((run) => run.id === id) ?? runs.at(-1), show }
}
