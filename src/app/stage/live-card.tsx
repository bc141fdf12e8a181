import { Suspense, useEffect, useMemo, useState } from 'react'
import { Router } from 'wouter'
import type { Card } from '../collections/collection.ts'
import { type ModelList, ShownModels } from '../connection/use-connection.ts'
import { panels } from '../panels/index.ts'
import { useHistory } from '../run/history/use-history.ts'
import type { Runs } from '../run/runs.ts'
import { scopedRuns } from '../run/scoped-runs.ts'
import { RunsProvider, useRuns } from '../run/use-runs.tsx'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { openShared } from '../tool/again/open-request.ts'
import { type Tool, Tools, toolOf, useTools } from '../tool/tools.ts'
import { isFault } from '../tool/use-tool-form.ts'
import { Button } from '../ui/button/button.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { StageNote } from './stage-parts.tsx'

interface LiveCardProps {
  readonly card: Card
  readonly hasPrices: boolean
  /** The address of the card: its panel's own addresses are below it. */
  readonly base: string
  /** The first words of its threads and drafts. */
  readonly scope: string
  /** Shows its recording; undefined where it has none. */
  readonly onRecording: (() => void) | undefined
}

/** The tool of a card with the card's request: the panel as it is, on runs and drafts of its own. */
export function LiveCard({ card: { live }, hasPrices, base, scope, onRecording }: LiveCardProps) {
  const page = useRuns()
  const all = useTools()
  const runs = useMemo(() => scopedRuns(page, scope), [page, scope])
  const tool = live && toolOf(all, { endpoint: live.endpoint, ...(live.tool !== undefined && { tool: live.tool }) })
  const only = useMemo(() => (tool ? [tool] : []), [tool])
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (tool && live) void prepare(runs, tool, live.request).then(() => setReady(true))
  }, [runs, tool, live])
  if (!tool) return <StageNote>This version of Patchbay has no tool for this card.</StageNote>
  if (!isReady) return <main className="flex-1" aria-busy="true" />
  const Panel = panels[tool.panel]
  return (
    <RunsProvider runs={runs}>
      <Tools value={only}>
        <ShownModels value={hasPrices ? withoutFaults : withoutPrices}>
          <Router base={base}>
            <ErrorBoundary>
              <Suspense fallback={<main className="flex-1" aria-busy="true" />}>
                <Panel />
              </Suspense>
            </ErrorBoundary>
            {onRecording && <LateAnswer onRecording={onRecording} />}
          </Router>
        </ShownModels>
      </Tools>
    </RunsProvider>
  )
}

const withoutFaults = (list: ModelList): ModelList => ({ ...list, cards: list.cards.filter((card) => !isFault(card)) })

const withoutPrices = (list: ModelList): ModelList => ({
  ...list,
  cards: withoutFaults(list).cards.map(({ price: _, ...card }) => card),
})

/** Puts the request into the form of its tool, unless the presenter has changed it already. */
async function prepare(runs: Runs, tool: Tool, request: Readonly<Record<string, unknown>>): Promise<void> {
  const { endpoint, id } = tool
  const opened = openShared([tool], { endpoint, tool: id, request })
  const draft = runs.openDraft(id)
  if (opened && (await draft.read()) === undefined) draft.write(opened.draft)
  draft.close()
}

/** After so many ms without a first byte the recording is offered. */
const patience = 6000

/** Offers the recording while the answer of the newest run is late, and where it did not come, as without a network. A run goes on. */
function LateAnswer({ onRecording }: { readonly onRecording: () => void }) {
  const [newest] = useHistory().rows
  const sent = newest?.status === 'sending' ? newest.log.at(-1)?.at : undefined
  const now = useNow(sent !== undefined)
  const isMissing = newest !== undefined && /^(?:failed|refused|unknown|interrupted)$/.test(newest.status)
  if (!isMissing && (sent === undefined || now - sent < patience)) return null
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-3 border-line border-t bg-surface px-4 py-2 text-soft text-sm"
    >
      {isMissing ? 'The answer did not come.' : 'The answer has not begun yet.'}
      <Button look="primary" onClick={onRecording}>
        Play the recording
      </Button>
    </div>
  )
}
