import { useEffect, useEffectEvent } from 'react'

/** Listens to the window while the component is mounted. `listener` may be another function at each rendering. */
export function useWindowEvent<Kind extends keyof WindowEventMap>(
  kind: Kind,
  listener: (event: WindowEventMap[Kind]) => void,
): void {
  const latest = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: WindowEventMap[Kind]) => latest(event)
    addEventListener(kind, listen)
    return () => removeEventListener(kind, listen)
  }, [kind])
}
