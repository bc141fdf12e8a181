import { useState } from 'react'
import type { SendingWay } from '../../../files/request-body.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { MaskTasks } from '../../../mask/worker/mask-tasks.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { SentArea } from './area/sent-area.ts'
import type { EditDraft } from './edit-request.ts'
import { type Aside, type EditSession, isWorthKeeping } from './edit-session.ts'
import { type EarlierEdit, earlierEdit } from './run-files.ts'

interface Setup {
  readonly session: EditSession
  readonly form: RequestForm
  readonly sendAs: SendingWay
  readonly setSendAs: (way: SendingWay) => void
  readonly area: SentArea
  readonly tasks: MaskTasks
}

const gone = 'This edit is no longer available.'
const emptyMask = 'Its mask has no transparent areas: nothing is marked.'
const lostFiles = (count: number) =>
  `${count === 1 ? 'One of its files is' : `${count} of its files are`} no longer available.`

export function useEarlierEdit({ session, form, sendAs, setSendAs, area, tasks }: Setup) {
  const readRecord = useRunRecord()
  /** An edit for which what was set aside would have to go. */
  const [asks, setAsks] = useState<EarlierEdit>()
  const [problem, setProblem] = useState<string>()
  const now = (): EditDraft => ({ request: form.draft, unread: form.unread, sendAs, area: area.choice })

  function fill({ request, unread, sendAs: way, area: choice }: EditDraft): void {
    form.replace({ ...(request ?? form.start) })
    for (const [path, { raw, problem }] of Object.entries(unread ?? {}))
      form.enter(path, raw, { kind: 'unreadable', why: problem })
    setSendAs(way ?? 'auto')
    area.choose(choice ?? { sent: 'whole' })
  }

  function openEdit({ form: draft, pictures, mask, lost }: EarlierEdit): void {
    setAsks(undefined)
    setProblem(lost > 0 ? lostFiles(lost) : undefined)
    const read =
      mask &&
      (({ width, height }: { readonly width: number; readonly height: number }) =>
        tasks.importMask({ file: mask, reading: 'transparent', fit: 'scale', width, height }))
    void session.open(pictures, read, now()).then(
      () => mask && session.state.get().mask?.editor.marked === 0 && setProblem(emptyMask),
      (error: unknown) => setProblem(`Could not read its mask: ${error instanceof Error ? error.message : error}`),
    )
    fill(draft)
  }

  return {
    problem,
    /** Opens the edit that is asked about; undefined where none is. */
    confirm: asks && (() => openEdit(asks)),
    cancel: () => setAsks(undefined),
    discard: () => session.discardAside(),
    async open(run: string): Promise<void> {
      const record = await readRecord(run).catch(() => undefined)
      // Whether there is work to lose is unknown until the drafts are read.
      await session.add([])
      if (!record) return setProblem(gone)
      const edit = earlierEdit(record.run, record.assets)
      if (session.state.get().aside && isWorthKeeping(session.state.get(), now())) setAsks(edit)
      else openEdit(edit)
    },
    async restore(): Promise<void> {
      setProblem(undefined)
      const before = await session.swap(now())
      if (before) fill(before)
    },
  }
}

interface AsideNoteProps {
  readonly aside: Aside | undefined
  readonly earlier: ReturnType<typeof useEarlierEdit>
}

export function AsideNote({ aside, earlier }: AsideNoteProps) {
  const { problem, confirm, cancel } = earlier
  return (
    <>
      {problem && <Callout tone="warning" title={problem} urgent />}
      {aside && (
        <Callout title="Set aside">
          <p className="wrap-anywhere text-soft text-xs">{asideName(aside)}when an earlier edit was opened.</p>
          <p className="flex flex-wrap gap-1.5 pt-1">
            <Button small onClick={() => void earlier.restore()}>
              Restore
            </Button>
            <Button look="quiet" small onClick={earlier.discard}>
              Discard
            </Button>
          </p>
        </Callout>
      )}
      {confirm && (
        <ConfirmDialog title="Open this edit?" verb="Open" onConfirm={confirm} onCancel={cancel}>
          {aside && (
            <p className="wrap-anywhere text-soft">
              Your current edit is set aside and can be restored. The one set aside before,{' '}
              <strong className="font-medium text-ink">{asideName(aside)}</strong>, is discarded.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** An edit in a few words: its pictures by name, else the prompt. */
function asideName({ work, form }: Aside): string {
  const [base, ...others] = work.pictures
  if (base) return others.length > 0 ? `${base.name} and ${others.length} more` : base.name
  return `“${String(form.request?.prompt ?? '')
    .trim()
    .slice(0, 40)}”`
}
