/** What sounds now, and what it belongs to. */
let sounding: { readonly player: Sounding; readonly party: object } | undefined

type Sounding = Pick<HTMLMediaElement, 'pause' | 'addEventListener' | 'removeEventListener'>

/**
 * Pauses whatever sounds elsewhere on the page when this element begins to play. Elements of one `party`, which play together, do not
 * pause one another. Returns its end.
 */
export function soundsAlone(player: Sounding, party: object = player): () => void {
  const onPlay = () => {
    if (sounding && sounding.party !== party) sounding.player.pause()
    sounding = { player, party }
  }
  player.addEventListener('play', onPlay)
  return () => {
    player.removeEventListener('play', onPlay)
    if (sounding?.player === player) sounding = undefined
  }
}
