import type { ServerResponse } from 'node:http'
import { type AnswerScript, middleOf, pieces, type Step, streamBytes, streamText } from './answer-script.ts'
import type { FaultId, streamFaults } from './fault-list.ts'
import type { Random } from './random.ts'
import { openWire, type Wire } from './wire.ts'

/** One variant of a fault, as chance has it. */
export interface Plan<Id extends FaultId = FaultId> {
  /** What the router does with the request. `seen` resolves once `first` is on the screen. */
  readonly play: (reply: ServerResponse, seen: Promise<void>) => void | Promise<void>
  readonly first?: string
  readonly end: (typeof streamFaults)[Id]['ends'][number]
  /** The text that is kept, to the letter. */
  readonly text: string
  /** What else is to be read on the screen. */
  readonly words?: readonly string[]
  /** What is noted of the stream for those who look into it. */
  readonly notices?: readonly string[]
  /** Resolves where the server's side, too, is as it should be. */
  readonly settled?: () => Promise<void>
}

/** `nth` counts the seeds: variants take turns, so that a few seeds meet all of them. */
export type Planner<Id extends FaultId = FaultId> = (random: Random, nth: number) => Plan<Id>

export const turn = <const T>(list: readonly [T, ...T[]], nth: number): T => list[nth % list.length] ?? list[0]

/** What the screen says between the head and the first word. */
export const answered = 'Connected, waiting for the first token'

/** Plays on the bare socket. */
export const onWire =
  (play: (wire: Wire, seen: Promise<void>) => void | Promise<void>): Plan['play'] =>
  (reply, seen) =>
    play(openWire(reply), seen)

/** A chunked stream of these bytes, in pieces by chance and with a proper end. */
export const stream = (random: Random, bytes: Buffer, fields: Readonly<Record<string, string>> = {}): Plan['play'] =>
  onWire(async (wire) => {
    await wire.head(fields)
    for (const piece of pieces(random, bytes)) await wire.chunk(piece)
    await wire.end()
  })

export const streamOf = (random: Random, steps: readonly Step[]): Plan['play'] => stream(random, streamBytes(steps))

/** A whole answer with something put between two of its deltas. */
export function withInside(random: Random, script: AnswerScript, extra: string): Buffer {
  const at = middleOf(random, script)
  return Buffer.from(streamText(script.steps.slice(0, at)) + extra + streamText(script.steps.slice(at)))
}
