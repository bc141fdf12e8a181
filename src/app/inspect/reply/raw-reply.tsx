import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { Run } from '../../run/run.ts'
import { useEvents } from '../../run/use-events.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/files.ts'
import { TextRows } from '../../ui/text-rows.tsx'

/** The stored events of a reply, or the run's record where there are none, as uninterpreted text. */
export function RawReply({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const { events, loading } = useEvents(run.id)
  const text = useMemo(
    () => (events.length > 0 ? events.map(({ data }) => data).join('\n\n') : JSON.stringify(run, null, 2)),
    [events, run],
  )
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), `run-${run.seq}-raw.txt`)
  return (
    <Dialog
      title="Raw reply"
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap gap-2">
          <CopyButton look="words" name="Copy" text={text} />
          <Button look="quiet" icon={<Download size={16} />} onClick={save}>
            Download
          </Button>
        </div>
      }
    >
      {loading ? (
        <p className="text-soft">Reading…</p>
      ) : (
        <TextRows name="Raw reply" text={text} className="h-[50dvh]" />
      )}
    </Dialog>
  )
}
