import type { Outputs } from './outputs.ts'
import { endOf } from './reply-end.ts'
import type { RunEvent } from './run-event.ts'

/**
 * How the bytes of a reply came to their end.
 *
 * - `closed`: the body ended as bodies do, behind a whole event. - `cut`: it broke, or ended inside an event.
 * - `whole`: the body was one JSON document. - `torn`: it began as one and is not whole. - `stopped`: by the person.
 * - `event-too-large`, `answer-too-large`: over a cap; what came before is kept.
 */
export type Finish = 'closed' | 'cut' | 'whole' | 'torn' | 'stopped' | 'event-too-large' | 'answer-too-large'

/** The end of a reply without a terminal mark, by the rulings: only a body that closed behind closed outputs is `unconfirmed`. */
export function unmarkedEnd(how: Finish, outputs: Outputs['state']): RunEvent[] {
  switch (how) {
    case 'stopped':
      return [endOf('stopped')]
    case 'event-too-large':
      return interrupted('too large', 'One event of the reply is larger than this app reads.', 'event_too_large')
    case 'answer-too-large':
      return interrupted('too large', 'The reply is larger than this app reads.', 'answer_too_large')
    case 'whole': {
      const message = 'The answer is JSON, but holds nothing that reads as a reply.'
      return [{ kind: 'error', error: { kind: 'contract', message } }, endOf('failed', 'unreadable')]
    }
    case 'torn':
      return interrupted('ended early', 'The reply stopped before its end.')
    case 'cut':
      return interrupted('connection lost', 'The connection was lost before the reply ended.')
    case 'closed':
      if (outputs === 'closed') return [endOf('unconfirmed')]
      return outputs === 'nothing'
        ? interrupted('empty', 'The router answered, then closed without saying anything.')
        : interrupted('ended early', 'The reply stopped before its end.')
  }
}

function interrupted(reason: string, message: string, code?: string): RunEvent[] {
  const error = { kind: 'interrupted', message, ...(code === undefined ? {} : { code }) } as const
  return [{ kind: 'error', error }, endOf('interrupted', reason)]
}
