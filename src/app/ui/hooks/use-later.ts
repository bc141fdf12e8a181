import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Debounces `act` by `ms`: `ahead` is the value that it will be called with, and `stay` cancels that call, as unmounting does. */
export function useLater(ms: number, act: (value: string) => void) {
  const [ahead, setAhead] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useEffectEvent(act)
  const stay = useCallback(() => {
    clearTimeout(timer.current)
    setAhead(undefined)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (value: string) => {
    clearTimeout(timer.current)
    setAhead(value)
    timer.current = setTimeout(() => {
      setAhead(undefined)
      latest(value)
    }, ms)
  }
  return { ahead, later, stay }
}
