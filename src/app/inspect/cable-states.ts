/** How one cable of the patch line is drawn. */
export type CableState = 'idle' | 'waiting' | 'live' | 'done' | 'odd' | 'broken'

/** The two cables, app → router and router → provider, for a run's status, or `asking` while the router is asked about a lost one. `answered`: the reply's head came. */
export function cableStates(status: string, answered: boolean): readonly [CableState, CableState] {
  switch (status) {
    case 'sending':
    case 'asking':
      return ['waiting', 'idle']
    case 'receiving':
      return ['done', 'live']
    case 'completed':
      return ['done', 'done']
    case 'incomplete':
    case 'unconfirmed':
    case 'stopped':
      return answered ? ['done', 'odd'] : ['odd', 'idle']
    case 'failed':
    case 'interrupted':
    case 'refused':
    case 'unknown':
      return answered ? ['done', 'broken'] : ['broken', 'idle']
    default:
      return ['idle', 'idle']
  }
}
