import type { RunRecord, SentFile, SentRequest } from '../../run/history/run-record-schema.ts'
import { storedError } from '../../run/result.ts'
import { timeTaken } from '../../run/time-taken.ts'

/** The time of sending, or of creation where it was never sent: ms since 1970. */
export function sentAt({ run }: RunRecord): number {
  return (run.log.find(({ status }) => status === 'sending') ?? run.log[0])?.at ?? 0
}

/** ISO 8601; 1970 for times outside the range of `Date`. */
export const isoTime = (at: number): string =>
  new Date(Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : 0).toISOString()

/** Seconds that the run took; undefined where it has not ended. */
export function secondsTaken({ run }: RunRecord): number | undefined {
  const taken = timeTaken(run)
  return taken === undefined ? undefined : taken / 1000
}

/** Message and code of the error that a run reported; empty where there is none. */
export function errorText(record: RunRecord): string {
  const { message, code } = errorOf(record) ?? {}
  return [message, code && `(${code})`].filter(Boolean).join(' ')
}

export const errorOf = ({ run, result }: RunRecord) => result.error ?? storedError(run.error)

export function callTexts({ result }: RunRecord): readonly string[] {
  return result.outputs.flatMap((output) =>
    output.kind === 'tool-call' ? [`${output.name}(${output.arguments})`] : [],
  )
}

/** A run as JSON: everything but the bytes of files, which are named by their hashes. */
export function plainRecord(record: RunRecord): object {
  return {
    ...record,
    sent: plainSent(record.sent),
    assets: record.assets.map(({ blob: _, ...facts }) => facts),
  }
}

/** A request without the bytes of its files: their hashes stay. */
export function plainSent({ body, ...head }: SentRequest): SentRequest {
  if (body.kind !== 'multipart') return { ...head, body }
  const parts = body.parts.map((part) => (part.kind === 'file' ? { ...part, file: facts(part.file) } : part))
  return { ...head, body: { kind: 'multipart', parts } }
}

const facts = ({ blob: _, ...rest }: SentFile): SentFile => rest
