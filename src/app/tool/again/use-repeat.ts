import { useState } from 'react'
import { repeatOf, useRunRecord } from '../../run/history/run-record.ts'
import type { Run } from '../../run/run.ts'
import type { RunConnection, RunDraft } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'

export const lost = 'This run’s request or one of its files is no longer stored, so it cannot be sent again.'

export type Repeating = ReturnType<typeof useRepeat>

/** Sends a run's request once more, as it was or changed. `said` is why the last press did not send. */
export function useRepeat(connection: RunConnection, onStarted: (id: string) => void) {
  const { start } = useRuns()
  const readRecord = useRunRecord()
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** The request with the bytes of its files; where it is no longer stored, undefined, and `said` is set. */
  async function draftOf(run: Run): Promise<RunDraft | undefined> {
    const record = await readRecord(run.id).catch(() => undefined)
    const draft = record && repeatOf(record, connection)
    setSaid(draft === undefined ? lost : undefined)
    return draft
  }

  /** Resolves with whether it is on its way. */
  async function send(draft: RunDraft): Promise<boolean> {
    setBusy(true)
    const outcome = await start(draft)
    setBusy(false)
    if (outcome.status === 'started') {
      setSaid(undefined)
      onStarted(outcome.id)
      return true
    }
    if (outcome.status === 'ask')
      setSaid('An identical request is still running or has an unknown result. Resolve it first.')
    if (outcome.status === 'not-saved') setSaid(outcome.why)
    return false
  }

  const repeat = (run: Run): void => void draftOf(run).then((draft) => draft && send(draft))
  return { said, busy, draftOf, send, repeat }
}

/** The name (`audio` or `file`) under which a router that refused a run (400, 422; wire-facts §7.9) expects its one file. */
export function askedField({ parts = [], result: { error }, status }: Run): 'audio' | 'file' | undefined {
  const asked = error?.param
  if (status !== 'refused' || (error?.status !== 422 && error?.status !== 400)) return undefined
  if (asked !== 'audio' && asked !== 'file') return undefined
  const files = parts.filter(({ kind }) => kind === 'file')
  return files.length === 1 && !parts.some(({ name }) => name === asked) ? asked : undefined
}

/** The draft with its file under another field name, as a new request and no repetition of the one before. */
export function underField({ repeats: _, parts, ...draft }: RunDraft, name: string): RunDraft {
  return { ...draft, ...(parts && { parts: parts.map((part) => (part.kind === 'file' ? { ...part, name } : part)) }) }
}
