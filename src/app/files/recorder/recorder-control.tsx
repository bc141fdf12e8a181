import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { FileFacts } from '#contract/core/field.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { playTime } from '../../ui/format.ts'
import { phoneQuery, useMedia } from '../../ui/hooks/use-media.ts'
import { usePageState } from '../../ui/page-state.ts'
import type { FileTray } from '../file-tray.ts'
import type { NamedFile } from '../read-file.ts'
import { RecorderPanel } from './recorder-panel.tsx'
import { takesOf } from './takes.ts'

interface RecorderControlProps {
  readonly facts: FileFacts
  readonly tray: FileTray
  readonly disabled: boolean
  /** Whether the recorder is open, and whether it opens the microphone at once. */
  readonly open: 'microphone' | 'takes' | undefined
  readonly onOpen: (open: 'microphone' | 'takes' | undefined) => void
  readonly buttonId: string
  readonly onFile: (file: NamedFile) => void
}

/** The recorder of a file field, and a button for recordings that were not used, such as after a crash. */
export function RecorderControl({ facts, tray, disabled, open, onOpen, buttonId, onFile }: RecorderControlProps) {
  const takes = takesOf(useRuns())
  const unused = usePageState(takes.shown).takes
  const kind = useMedia(phoneQuery) ? 'sheet' : 'centre'
  useEffect(() => void takes.look(), [takes])
  useActions(disabled ? [] : [{ name: 'Record audio', run: () => onOpen('microphone') }])
  const close = () => {
    flushSync(() => onOpen(undefined))
    document.getElementById(buttonId)?.focus()
  }
  /** The recordings are deleted only once the draft has the file. */
  async function use(file: NamedFile, ids: readonly string[]): Promise<void> {
    close()
    onFile(file)
    if (!(await tray.intake.settled())) return
    await tray.stored()
    takes.delete(ids)
  }
  return (
    <>
      {unused.length > 0 && open === undefined && (
        <Button look="quiet" disabled={disabled} icon={<Undo2 size={16} />} onClick={() => onOpen('takes')}>
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
