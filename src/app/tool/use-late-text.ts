import { useEffect, useEffectEvent, useState } from 'react'

/** A text that is saved while it is typed: 300 ms after the last key, when its box is left, and when the box goes. */
export function useLateText(stored: string, save: (text: string) => Promise<void>) {
  const [typed, setTyped] = useState<string>()
  const saveTyped = useEffectEvent(async () => {
    if (typed !== undefined) await save(typed)
  })
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => void saveTyped(), 300)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => void saveTyped(), [])
  return {
    text: typed ?? stored,
    type: setTyped,
    async leave(): Promise<void> {
      if (typed !== undefined) await save(typed)
      setTyped(undefined)
    },
  }
}
