import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useConnection } from '../../connection/use-connection.ts'
import { readShareLink, type ShareReading } from '../../export/link/share-link.ts'
import { JsonView } from '../../json/view/json-view.tsx'
import { useRuns } from '../../run/use-runs.tsx'
import { hasUnsent, openShared } from '../../tool/again/open-request.ts'
import { useTools } from '../../tool/tools.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Shared = Extract<ShareReading, { kind: 'draft' }>

interface SharedLinkProps {
  readonly hash: string
  readonly onClose: () => void
}

/** Shows what a link brought. It becomes a draft by a press, and is never sent by itself. */
export function SharedLink({ hash, onClose }: SharedLinkProps) {
  const { baseUrl } = useConnection()
  const [reading] = useState(() => readShareLink(hash, baseUrl))
  if (reading.kind === 'draft') return <Offer shared={reading} onClose={onClose} />
  return (
    <Dialog title="A request from a link" open onClose={onClose}>
      <Callout tone="danger" title="This link cannot be opened.">
        <p className="text-soft">{reading.kind === 'refused' ? reading.why : 'It contains no request.'}</p>
      </Callout>
    </Dialog>
  )
}

function Offer({ shared: { draft, foreign }, onClose }: { readonly shared: Shared; readonly onClose: () => void }) {
  const runs = useRuns()
  const [, go] = useLocation()
  const { name } = useConnection()
  const tools = useTools()
  const [opened] = useState(() => openShared(tools, draft))
  const unsent = useUnsent(opened?.tool.id)
  const open = () => {
    if (!opened) return
    const stored = runs.openDraft(opened.tool.id)
    stored.write(opened.draft)
    stored.close()
    onClose()
    go(opened.href)
  }
  return (
    <Dialog
      title="A request from a link"
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Discard</Button>
          <Button look="primary" disabled={!opened} onClick={open}>
            Open as a draft
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-soft">Someone else wrote this request. Nothing is sent until you send it.</p>
        {foreign && (
          <Callout tone="warning" title={`It was created for ${foreign.host}`}>
            <p className="text-soft">
              It will use your connection “{name}”. Nothing goes to {foreign.host} unless you add it in Settings.
            </p>
          </Callout>
        )}
        {!opened && <p className="text-warning">There is no panel for this route yet.</p>}
        {opened?.leavesOut && (
          <p className="text-warning">
            {opened.tool.opens === 'conversation'
              ? 'Only the last message is included, without the conversation before it.'
              : 'Its images are not included.'}
          </p>
        )}
        {unsent && <p className="text-warning">It replaces the unsent request in that panel.</p>}
        <JsonView text={JSON.stringify(draft.request, null, 2)} />
      </div>
    </Dialog>
  )
}

/** Whether the tool of that draft key holds something that was typed and not sent. */
function useUnsent(key: string | undefined): boolean {
  const runs = useRuns()
  const [unsent, setUnsent] = useState(false)
  useEffect(() => {
    if (key === undefined) return
    const stored = runs.openDraft(key)
    void stored.read().then((value) => setUnsent(hasUnsent(value, 'kept')))
    return () => stored.close()
  }, [runs, key])
  return unsent
}
