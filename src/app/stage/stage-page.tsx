import { useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { stagePath, toolStagePath } from '#contract/routes.ts'
import type { Collection } from '../collections/collection.ts'
import { readStoredCollection, stageScope } from '../collections/collection-drafts.ts'
import { ledgerDrafts } from '../run/history/use-history.ts'
import type { Runs } from '../run/runs.ts'
import { useRuns } from '../run/use-runs.tsx'
import { panelPlace } from '../tool/panels.ts'
import { type Tool, useTools } from '../tool/tools.ts'
import { Button } from '../ui/button/button.tsx'
import { useLoaded } from '../ui/hooks/use-loaded.ts'
import { beforeStage, keepBeforeStage } from '../ui/on-stage.ts'
import { StageFrame } from './stage-frame.tsx'
import { removeOldDrafts } from './stage-show.ts'

/**
 * Presents what the address names: a collection or, by `~` and its id, the tool of a panel; then a card of it. Below that are the addresses of
 * the card's panel.
 */
export function StagePage() {
  const [location, go] = useLocation()
  const [id = '', card] = location.slice(stagePath.length + 1).split('/')
  const runs = useRuns()
  const tool = useTools().find((one) => toolStagePath + one.id === `${stagePath}/${id}`)
  const found = useLoaded(() => (tool ? collectionOf(tool) : storedCollection(runs, id)), [runs, id])
  const leave = () => go(beforeStage.get() ?? panelPlace('chat').path)
  useEffect(keepBeforeStage, [])
  useEffect(() => void removeOldDrafts(ledgerDrafts(runs), Date.now()).catch(() => {}), [runs])
  useBigType()
  const { collection } = found ?? {}
  const title = collection?.title || 'Stage'
  useEffect(() => {
    document.title = `${title} · Patchbay`
  }, [title])
  if (!found) return <main className="flex-1" aria-busy="true" />
  const [first] = collection?.cards ?? []
  if (!collection || !first)
    return (
      <main className="grid flex-1 place-content-center justify-items-center gap-4 p-8 text-center">
        <h1 className="text-base">
          {collection ? 'This collection has no cards yet.' : 'There is no such collection in this browser.'}
        </h1>
        <Button onClick={leave}>Leave the stage</Button>
      </main>
    )
  const at = collection.cards.findIndex((one) => one.id === card)
  if (at === -1) return <Redirect to={`${stagePath}/${id}/${first.id}`} replace />
  const show = (next: number) => {
    const to = collection.cards[next]
    if (to) go(`${stagePath}/${id}/${to.id}`)
  }
  return <StageFrame key={id} {...{ id, collection, at, show, leave }} scope={stageScope(id.replaceAll('.', '-'))} />
}

interface Found {
  readonly collection?: Collection
}

const storedCollection = (runs: Runs, id: string): Promise<Found> =>
  readStoredCollection(ledgerDrafts(runs), id).catch(() => ({}))

/** A tool as a collection of one card, without a request: what is in its form is not for an audience. */
async function collectionOf({ id, endpoint, title }: Tool): Promise<Found> {
  const cards = [{ id: 'live', title, note: '', live: { endpoint, tool: id, request: {} } }]
  return { collection: { version: 1, id: 'panel', at: 0, title, note: '', cards } }
}

/** 20 px for the text of a window that is 1280 px wide; every size of the page follows the root. */
function useBigType(): void {
  useEffect(() => {
    document.documentElement.dataset.stage = ''
    return () => {
      delete document.documentElement.dataset.stage
    }
  }, [])
}
