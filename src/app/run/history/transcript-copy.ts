import { useMemo } from 'react'
import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { stored } from '../../ledger/stored.ts'
import type { Run } from '../run.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

const optional = z.exactOptional(anyKeyRecord(z.string()))

const schema = stored({
  /** Texts by the place of their segment, counted from 0. */
  texts: optional,
  /** Names by the router's label of the speaker. */
  speakers: optional,
  /** The text that the transcript is compared with. */
  reference: z.exactOptional(z.string()),
})

/** What a person changed in a transcript. The router's own words stay in the result of the run. */
export type TranscriptCopy = z.infer<typeof schema>

/** The changes as a row keeps them; none where they are missing or damaged. */
export const readTranscriptCopy = (value: unknown): TranscriptCopy => z.safeParse(schema, value).data ?? {}

/**
 * The changes of a run's transcript, kept with the run, and the function that changes them: `change` is pure and called in a transaction,
 * so that two quick changes never overwrite one another. It rejects where the ledger does.
 */
export function useTranscriptCopy({ id, transcript }: Pick<Run, 'id' | 'transcript'>) {
  const { ledger } = toolsOf(useRuns())
  return useMemo(
    () => ({
      copy: readTranscriptCopy(transcript),
      change: async (change: (copy: TranscriptCopy) => TranscriptCopy): Promise<void> => {
        const history = await ledger.history()
        await history.change([id], ({ transcript: before, ...row }) => {
          const next = change(readTranscriptCopy(before))
          return { ...row, ...(Object.values(next).some(isSet) && { transcript: next }) }
        })
      },
    }),
    [ledger, id, transcript],
  )
}

const isSet = (value: unknown) =>
  value !== undefined && value !== '' && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0)
