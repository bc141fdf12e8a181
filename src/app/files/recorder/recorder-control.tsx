import { Mic, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FileFacts } from '#contract/core/field.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import type { FileTray } from '../file-tray.ts'
import type { NamedFile } from '../read-file.ts'
import { RecorderPanel } from './recorder-panel.tsx'
import { playTime } from './take-row.tsx'
import { takesOf } from './takes.ts'

interface RecorderControlProps {
  readonly facts: FileFacts
  readonly tray: FileTray
  readonly disabled: boolean
  readonly onFile: (file: NamedFile) => void
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The button that opens the recorder, and the one for recordings that were not used, such as after a crash. */
export function RecorderControl({ facts, tray, disabled, onFile }: RecorderControlProps) {
  const takes = takesOf(useRuns())
  const unused = usePageState(takes.shown).takes
  const [open, setOpen] = useState<'microphone' | 'takes'>()
  const kind = useMedia(phoneQuery) ? 'sheet' : 'centre'
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void takes.look(), [takes])
  useActions(disabled ? [] : [{ name: 'Record audio', run: () => setOpen('microphone') }])
  const close = () => {
    setOpen(undefined)
    // The other button may be gone with its recordings.
    button.current?.focus()
  }
  /** The recording is deleted only once the draft has the file. */
  async function use(file: NamedFile, ids: readonly string[]): Promise<void> {
    close()
    onFile(file)
    if (!(await tray.settled())) return
    await tray.stored()
    takes.delete(ids)
  }
  return (
    <>
      <Button ref={button} disabled={disabled} icon={<Mic {...look} />} onClick={() => setOpen('microphone')}>
        Record
      </Button>
      {unused.length > 0 && open === undefined && (
        <Button look="quiet" disabled={disabled} icon={<Undo2 {...look} />} onClick={() => setOpen('takes')}>
          {unused.length > 1
            ? `Recover ${unused.length} recordings`
            : `Recover recording (${playTime(unused[0]?.seconds ?? 0)})`}
        </Button>
      )}
      <Dialog title="Record audio" kind={kind} open={open !== undefined} onClose={close}>
        <RecorderPanel facts={facts} takes={takes} begin={open === 'microphone'} onUse={use} />
      </Dialog>
    </>
  )
}
