import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A text that is saved while it is typed: 300 ms after the last key, when its box is left, and when the box or the page goes. */
export function useLateText(stored: string, save: (text: string) => Promise<void> | void) {
  const [typed, setTyped] = useState<string>()
  const saved = useRef<string>(undefined)
  const saveTyped = async () => {
    if (typed === undefined || typed === saved.current) return
    saved.current = typed
    await save(typed)
  }
  const saveNow = useEffectEvent(() => void saveTyped())
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => saveNow(), 300)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const hide = () => saveNow()
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      hide()
    }
  }, [])
  return {
    text: typed ?? stored,
    type: setTyped,
    async leave(): Promise<void> {
      await saveTyped()
      setTyped(undefined)
    },
  }
}
