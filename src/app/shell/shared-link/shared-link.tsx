import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { stringOf } from '#contract/core/loose-json.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { readShareLink, type SharedDraft, type ShareReading } from '../../export/link/share-link.ts'
import { JsonView } from '../../json/view/json-view.tsx'
import { readDraft, writeDraft } from '../../run/stored-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { hasUnsent, openShared } from '../../tool/again/open-request.ts'
import { toolListOf, withOffered } from '../../tool/tool-definitions/tool-list.ts'
import { kindOf, panelOf, type Tool, toolOf, useTools } from '../../tool/tools.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { shortly } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { SharedRequest } from './shared-request.tsx'
import { SharedResult } from './shared-result.tsx'

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
  const [isJson, setJson] = useState(false)
  useLeft(onClose)
  const open = () => {
    if (!opened) return
    writeDraft(runs, opened.tool.id, opened.draft)
    const { mocks } = draft
    if (mocks) toolListOf(runs).change((now) => ({ ...now, mocks: withOffered(now.mocks, mocks) }))
    onClose()
    go(opened.href)
  }
  return (
    <Dialog
      title={draft.run === undefined ? 'A request from a link' : 'A result from a link'}
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="grid min-w-0 flex-1 basis-56 gap-1 text-warning text-xs empty:hidden">
            {!opened && <p>There is no panel for this route yet.</p>}
            {opened?.leavesOut && (
              <p>
                {opened.tool.opens === 'conversation'
                  ? 'Only the last message is used, without the conversation before it.'
                  : 'Its images are not used.'}
              </p>
            )}
            {unsent && <p>It replaces the unsent request in that panel.</p>}
          </div>
          <Button onClick={onClose}>Discard</Button>
          <Button look="primary" disabled={!opened} onClick={open}>
            Use this prompt
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
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
          <span className="flex items-center gap-1.5" data-cable={panelOf(tools, draft).cable}>
            <span aria-hidden="true" className="size-2 rounded-full bg-cable" />
            {placeOf(tools, draft)}
          </span>
          <span className="break-all font-mono">{shortly(stringOf(draft.request.model), 100)}</span>
        </p>
        <SharedRequest {...draft} />
        {draft.run !== undefined && <SharedResult linked={{ ...draft, run: draft.run }} />}
        <div className="grid grid-cols-1 justify-items-start gap-2">
          <Button aria-expanded={isJson} onClick={() => setJson(!isJson)}>
            {isJson ? 'Hide JSON' : 'Show JSON'}
          </Button>
          {isJson && <JsonView text={JSON.stringify(draft.request, null, 2)} />}
        </div>
      </div>
    </Dialog>
  )
}

/** `Chat`, `Images · Generate` */
function placeOf(tools: readonly Tool[], draft: SharedDraft): string {
  const names = [panelOf(tools, draft).title, toolOf(tools, draft)?.title ?? kindOf(tools, draft)]
  return [...new Set(names)].join(' · ')
}

/** Calls back when an action of the result has led to another page. */
function useLeft(onLeft: () => void): void {
  const place = `${useLocation()[0]}?${useSearch()}`
  const [from] = useState(place)
  const left = useEffectEvent(onLeft)
  useEffect(() => {
    if (place !== from) left()
  }, [place, from])
}

/** Whether the tool of that draft key holds something that was typed and not sent. */
function useUnsent(key: string | undefined): boolean {
  const runs = useRuns()
  const read = async (name: string) => hasUnsent(await readDraft(runs, name), 'kept')
  return useLoaded(key === undefined ? undefined : () => read(key), [runs, key]) ?? false
}
