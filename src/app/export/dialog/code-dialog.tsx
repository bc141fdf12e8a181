import { Suspense, use, useState } from 'react'
import { useDraftRecord, useRunRecord } from '../../run/history/run-record.ts'
import { notSaved } from '../../run/run-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeOf } from './code-of.tsx'
import type { CodeSource } from './show-code.ts'

interface CodeDialogProps {
  readonly source: CodeSource
  /** All keys that the app knows; code that contains one is refused. */
  readonly keys: readonly string[]
  readonly onClose: () => void
}

/** A request as code, before it is sent or afterwards. */
export function CodeDialog({ source, keys, onClose }: CodeDialogProps) {
  const readRun = useRunRecord()
  const readDraft = useDraftRecord()
  const [reading] = useState(() =>
    ('run' in source ? readRun(source.run) : readDraft(source.draft)).catch((error: unknown) => notSaved(error)),
  )
  return (
    <Dialog title="Code" open onClose={onClose}>
      <Suspense fallback={<p className="text-soft">Reading the request…</p>}>
        <CodeWhenRead reading={reading} keys={keys} />
      </Suspense>
    </Dialog>
  )
}

interface CodeWhenReadProps {
  /** A text says why there is no record. */
  readonly reading: Promise<Parameters<typeof CodeOf>[0]['record'] | string | undefined>
  readonly keys: readonly string[]
}

function CodeWhenRead({ reading, keys }: CodeWhenReadProps) {
  const record = use(reading)
  if (typeof record === 'object') return <CodeOf record={record} keys={keys} />
  return (
    <p role="alert" className="text-danger text-sm">
      {record ?? 'This run can no longer be read.'}
    </p>
  )
}
