/** What sounds now. */
let sounding: Party | undefined

/** A player, or several that play together. */
interface Party {
  readonly pause: () => void
}

/**
 * Pauses whatever else sounds on the page when this element begins to play. Elements of one `party` do not pause one another, and are
 * paused by it together. Returns its end.
 */
export function soundsAlone(
  player: Pick<HTMLMediaElement, 'pause' | 'addEventListener' | 'removeEventListener'>,
  party: Party = player,
): () => void {
  const onPlay = () => {
    if (sounding !== party) sounding?.pause()
    sounding = party
  }
  player.addEventListener('play', onPlay)
  return () => {
    player.removeEventListener('play', onPlay)
    if (sounding === party) sounding = undefined
  }
}
