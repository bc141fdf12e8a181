import { useEffect, useRef, useState } from 'react'

/** A player without controls that starts from the beginning. One of the page plays at a time. `events` are for its element, which `player` refers to. */
export function useSolePlayer<Player extends HTMLMediaElement>() {
  const player = useRef<Player>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const stopOthers = ({ target }: Event) => target !== player.current && player.current?.pause()
    // `play` does not bubble.
    document.addEventListener('play', stopOthers, true)
    return () => document.removeEventListener('play', stopOthers, true)
  }, [])
  const ended = () => setPlaying(false)
  return {
    ...{ player, isPlaying, isBroken },
    events: { onPlay: () => setPlaying(true), onPause: ended, onEnded: ended, onError: () => setBroken(true) },
    toggle() {
      const { current } = player
      if (!current || isPlaying) return current?.pause()
      current.currentTime = 0
      void current.play().catch(ended)
    },
  }
}
