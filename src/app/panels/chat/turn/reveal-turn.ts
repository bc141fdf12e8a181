/** Frames in which the branch of a turn is drawn. */
const patience = 60

/** Scrolls to a turn and moves the focus to it as soon as it is drawn. */
export function revealTurn(run: string, frames = patience): void {
  // Of columns, that of the one in use.
  const place = document.querySelector('[aria-current=true] [role=log]') ?? document
  const turn = place.querySelector<HTMLElement>(`[data-turn="${CSS.escape(run)}"]`)
  if (!turn) {
    if (frames > 0) requestAnimationFrame(() => revealTurn(run, frames - 1))
    return
  }
  turn.scrollIntoView()
  turn.focus({ preventScroll: true })
}
