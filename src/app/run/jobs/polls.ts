import type { RawEvent } from '../../client/read/run-event.ts'

/** The name of an event that is the reply to a poll of the run's job: its data is the JSON text. All others are events of the run's own reply. */
export const pollName = 'job.status'

/** Whether an event is the reply to a poll. */
export const isPoll = ({ name }: Pick<RawEvent, 'name'>): boolean => name === pollName

/** The events of the run's own reply; the same list where no job was polled. */
export function withoutPolls<Event extends Pick<RawEvent, 'name'>>(events: readonly Event[]): readonly Event[] {
  return events.some(isPoll) ? events.filter((event) => !isPoll(event)) : events
}
