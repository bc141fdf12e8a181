import { useState } from 'react'
import type { SendingWay } from '../../../files/request-body.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { MaskTasks } from '../../../mask/work/mask-tasks.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { SentArea } from './area/use-sent-area.ts'
import type { EditDraft } from './edit-request.ts'
import type { EditSession } from './edit-session.ts'
import { type Aside, asideName, isWorthKeeping } from './edit-state.ts'
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

/** Opens earlier edits again, and restores the previous work. */
export function useEarlierEdit({ session, form, sendAs, setSendAs, area, tasks }: Setup) {
  const readRecord = useRunRecord()
  /** An edit for which what was laid aside would have to go. */
  const [asks, setAsks] = useState<EarlierEdit>()
  const [said, setSaid] = useState<string>()
  const now = (): EditDraft => ({ request: form.draft, unread: form.unread, sendAs, area: area.choice })

  function fill({ request, unread, sendAs: way, area: choice }: EditDraft): void {
    form.replace({ ...(request ?? form.start) })
    for (const [path, { raw, problem }] of Object.entries(unread ?? {}))
      form.enter(path, raw, { kind: 'unreadable', why: problem })
    setSendAs(way ?? 'auto')
    area.choose(choice ?? { sent: 'whole' })
  }

  function take({ form: draft, pictures, mask, lost }: EarlierEdit): void {
    setAsks(undefined)
    setSaid(lost > 0 ? lostFiles(lost) : undefined)
    const read =
      mask &&
      (({ width, height }: { readonly width: number; readonly height: number }) =>
        tasks.take(mask, { reading: 'transparent', fit: 'scale', width, height }))
    void session.open(pictures, read, now()).then(
      () => mask && session.state().mask?.marked === 0 && setSaid(emptyMask),
      (error: unknown) => setSaid(`Could not read its mask: ${error instanceof Error ? error.message : error}`),
    )
    fill(draft)
  }

  return {
    said,
    asks: asks !== undefined,
    forget: () => session.forgetAside(),
    /** Opens the edit that a run was. */
    async open(run: string): Promise<void> {
      const record = await readRecord(run).catch(() => undefined)
      // Whether there is work to lose is unknown until the drafts are read.
      await session.add([])
      if (!record) return setSaid(gone)
      const edit = earlierEdit(record.run, record.assets)
      if (session.state().aside && isWorthKeeping(session.state(), now())) setAsks(edit)
      else take(edit)
    },
    answer(word: 'open' | 'cancel'): void {
      if (word === 'open' && asks) take(asks)
      setAsks(undefined)
    },
    async bringBack(): Promise<void> {
      setSaid(undefined)
      const before = await session.swap(now())
      if (before) fill(before)
    },
  }
}

interface AsideNoteProps {
  readonly aside: Aside | undefined
  readonly earlier: ReturnType<typeof useEarlierEdit>
}

/** A notice about the work laid aside for an earlier edit, with a button to restore it. */
export function AsideNote({ aside, earlier }: AsideNoteProps) {
  const { said, asks, answer } = earlier
  return (
    <>
      {said && <Callout tone="warning" title={said} urgent />}
      {aside && (
        <Callout title="Set aside">
          <p className="wrap-anywhere text-soft text-xs">{asideName(aside)}when an earlier edit was opened.</p>
          <p className="flex flex-wrap gap-1.5 pt-1">
            <Button small onClick={() => void earlier.bringBack()}>
              Restore
            </Button>
            <Button look="quiet" small onClick={earlier.forget}>
              Discard
            </Button>
          </p>
        </Callout>
      )}
      <Dialog
        title="Open this edit?"
        open={asks}
        onClose={() => answer('cancel')}
        foot={
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => answer('cancel')}>
              Cancel
            </Button>
            <Button look="primary" onClick={() => answer('open')}>
              Open
            </Button>
          </div>
        }
      >
        {aside && (
          <p className="wrap-anywhere text-soft">
            Your current edit is set aside and can be restored. The one set aside before,{' '}
            <strong className="font-medium text-ink">{asideName(aside)}</strong>, is discarded.
          </p>
        )}
      </Dialog>
    </>
  )
}
