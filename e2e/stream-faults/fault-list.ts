/** How a run may end here, in the words of the rulings. */
type End = 'completed' | 'incomplete' | 'failed' | 'unconfirmed' | 'interrupted' | 'stopped' | 'unknown'

/** One thing that a router, a proxy, a wire or a person does to a stream. */
export interface StreamFault {
  readonly what: string
  /** The one end of its run, or one for each variant. */
  readonly ends: readonly [End, ...End[]]
  /** Why another word stands here than in the catalogue that the faults are numbered by. */
  readonly ruling?: string
}

const capped = 'Over a cap what came is kept and the run ends interrupted, with the reason "too large".'

/** Every stream fault, by its number. Whatever happens, only a run with a terminal mark ends as completed. */
export const streamFaults = {
  S01: { what: 'the connection is cut behind any byte', ends: ['interrupted'] },
  S02: { what: 'the body ends properly without a terminal event', ends: ['unconfirmed', 'interrupted'] },
  S03: { what: 'a body that lasts until the connection closes is closed early', ends: ['interrupted'] },
  S04: { what: 'a gzip body is cut and then ended properly', ends: ['interrupted'] },
  S05: { what: 'chunks split every character in every place', ends: ['completed'] },
  S06: { what: 'lines end with LF, CRLF, CR or all of them', ends: ['completed'] },
  S07: { what: 'the stream begins with a byte order mark', ends: ['completed'] },
  S08: { what: 'one event is larger than the cap', ends: ['interrupted'], ruling: capped },
  S09: { what: 'a line never ends', ends: ['interrupted'], ruling: capped },
  S10: {
    what: 'nothing but pings comes behind the head',
    ends: ['stopped'],
    ruling: 'It waits for as long as the person does; what is cancelled by a person is stopped.',
  },
  S11: { what: 'nothing at all comes behind the head', ends: ['interrupted'] },
  S12: { what: 'a 200 brings a JSON error', ends: ['failed'] },
  S13: {
    what: 'a 200 brings a page',
    ends: ['unknown'],
    ruling: 'A proxy may have sent the page after the work was done: any HTML in place of an answer is unknown.',
  },
  S14: { what: 'a 502, 503 or 504 brings a page', ends: ['unknown'] },
  S15: { what: 'an error event comes in the middle', ends: ['failed'] },
  S16: { what: 'the terminal event says failed or incomplete', ends: ['failed', 'incomplete'] },
  S17: { what: 'events come twice', ends: ['completed'] },
  S18: { what: 'events come out of order', ends: ['completed'] },
  S19: { what: 'an event is missing for good', ends: ['completed'] },
  S20: { what: 'more deltas follow the terminal event', ends: ['completed'] },
  S21: { what: 'the connection stays open behind the terminal event', ends: ['completed'] },
  S22: { what: 'the final text is not the sum of its deltas', ends: ['completed'] },
  S23: { what: 'events and items have types that nobody knows', ends: ['completed'] },
  S24: { what: 'the data of an event is not JSON', ends: ['completed'] },
  S25: { what: 'the data of an event is nested 100,000 deep', ends: ['completed'] },
  S26: { what: 'the data of events has names of the language itself', ends: ['completed'] },
  S27: { what: 'the content type claims latin1', ends: ['completed'] },
  S28: { what: 'one JSON document comes instead of a stream', ends: ['completed'] },
  S29: { what: '100,000 tiny deltas come at once', ends: ['completed'] },
  S30: { what: 'the person presses Stop', ends: ['stopped'] },
  S31: { what: 'the page is reloaded in the middle', ends: ['interrupted'] },
  S32: { what: 'the machine sleeps in the middle', ends: ['completed', 'interrupted'] },
} as const satisfies Readonly<Record<string, StreamFault>>

export type FaultId = keyof typeof streamFaults
