let playing: Pausable | undefined

interface Pausable {
  readonly pause: () => void
}

/**
 * Pauses whatever else sounds on the page when this element begins to play. Elements of one `group` do not pause one another, and are
 * paused by it together. Returns its end.
 */
export function soundsAlone(
  player: Pick<HTMLMediaElement, 'pause' | 'addEventListener' | 'removeEventListener'>,
  group: Pausable = player,
): () => void {
  const onPlay = () => {
    if (playing !== group) playing?.pause()
    playing = group
  }
  player.addEventListener('play', onPlay)
  return () => {
    player.removeEventListener('play', onPlay)
    if (playing === group) playing = undefined
  }
}
