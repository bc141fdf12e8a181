import * as z from 'zod/mini'

const ResultPlace = z.object({ run: z.string(), place: z.number() })
export type ResultPlace = z.infer<typeof ResultPlace>

/**
 * Which result stands on the canvas in place of the base, as a candidate that is accepted or discarded.
 *
 * A result takes the canvas by itself only if nothing was done to the canvas since its run was sent: whoever paints, uses the tools,
 * looks at another result or changes the base is offered the new result instead, and puts it on the canvas by a press. Sending shows
 * base and mask again, since they are what is sent, not the candidate. Nothing here holds pixels: whatever leaves the canvas is
 * still in the strip and in Runs.
 */
export const Staging = z.object({
  shown: z.optional(ResultPlace),
  /** The last run that was sent, until its result was looked at, and what its result gets: the canvas, or an offer. */
  next: z.optional(z.object({ run: z.string(), gets: z.enum(['canvas', 'offer']) })),
})
export type Staging = Readonly<z.infer<typeof Staging>>

export const noStaging: Staging = {}

export type StagingEvent =
  /** A run was sent. Repeated for the same run without effect. */
  | { readonly kind: 'sent'; readonly run: string }
  /** Someone painted, or went to the tools. */
  | { readonly kind: 'worked' }
  /** Another picture became the base, such as an accepted result. */
  | { readonly kind: 'rebased' }
  | ({ readonly kind: 'shown' } & ResultPlace)
  /** A result leaves the canvas, or its offer is dismissed. `partial`: the run is not over, what comes later is offered. */
  | { readonly kind: 'discarded'; readonly run: string; readonly was: 'whole' | 'partial' }

/** The state after an event; the same object where nothing changed. */
export function staged(state: Staging, event: StagingEvent): Staging {
  const { shown, next } = state
  switch (event.kind) {
    case 'sent':
      if (shown?.run === event.run || next?.run === event.run) return state
      return { next: { run: event.run, gets: 'canvas' } }
    case 'worked':
      return next?.gets === 'canvas' ? { ...state, next: { ...next, gets: 'offer' } } : state
    case 'rebased':
      return shown || next?.gets === 'canvas' ? { ...(next && { next: { ...next, gets: 'offer' } }) } : state
    case 'shown': {
      const { run, place } = event
      if (shown?.run === run && shown.place === place) return state
      return { shown: { run, place }, ...(next && next.run !== run && { next: { ...next, gets: 'offer' } }) }
    }
    case 'discarded': {
      const rest = next && next.run !== event.run ? next : undefined
      return event.was === 'partial'
        ? { next: rest ?? { run: event.run, gets: 'offer' } }
        : { ...(rest && { next: rest }) }
    }
  }
}

/** The run whose results stand on the canvas, as soon as it has any. */
export const stagedRun = ({ shown, next }: Staging): string | undefined =>
  shown?.run ?? (next?.gets === 'canvas' ? next.run : undefined)

/** The index, among the candidates of that run, of the one that is shown; undefined where there is none. */
export function stagedIndex({ shown }: Staging, candidates: readonly { readonly place: number }[]): number | undefined {
  const at = shown ? candidates.findIndex(({ place }) => place === shown.place) : 0
  return candidates[at] ? at : undefined
}

export const steppedIndex = (at: number, by: 1 | -1, count: number): number => (at + by + count) % count
