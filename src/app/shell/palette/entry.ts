/** One line of the palette: something to go to, or to do. */
export interface Entry {
  /** Unique in the palette. */
  readonly id: string
  readonly group: 'Panels' | 'Actions' | 'Connections' | 'Models' | 'Runs'
  readonly title: string
  /** Beside the title; it is searched too. */
  readonly detail?: string
  readonly choose: () => void
}

/** Without a word typed, models stay out: there may be hundreds, and runs are the newest few. */
const offered = { Panels: 20, Actions: 20, Connections: 5, Models: 0, Runs: 6 } as const satisfies Record<
  Entry['group'],
  number
>

/** What is offered before anything is typed. */
export function offeredOf(entries: readonly Entry[]): Entry[] {
  return Object.entries(offered).flatMap(([group, most]) =>
    entries.filter((entry) => entry.group === group).slice(0, most),
  )
}
