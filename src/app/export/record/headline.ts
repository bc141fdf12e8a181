import { answerText } from '../../run/result.ts'
import type { RunRecord } from '../run-record.ts'

/** When the run was sent, or was made where it never was: wall clock, ms since 1970. */
export function sentAt({ run }: RunRecord): number {
  return (run.log.find(({ status }) => status === 'sending') ?? run.log[0])?.at ?? 0
}

/** As ISO 8601; the beginning of 1970 where the clock says nonsense. */
export const isoTime = (at: number): string =>
  new Date(Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : 0).toISOString()

/** How long it took from the send to the end, in seconds; undefined where it has no end. */
export function secondsOf({ run }: RunRecord): number | undefined {
  return run.times?.end === undefined ? undefined : run.times.end / 1000
}

/** The run's name, or its first words. */
export const titleOf = ({ run }: RunRecord): string => run.name ?? run.title

/** All text of the answer, message by message, refusals included. */
export const answerOf = ({ result }: RunRecord): string => answerText(result)

/** The tools that were called, each as a call. */
export function callsOf({ result }: RunRecord): readonly string[] {
  return result.outputs.flatMap((output) =>
    output.kind === 'tool-call' ? [`${output.name}(${output.arguments})`] : [],
  )
}
