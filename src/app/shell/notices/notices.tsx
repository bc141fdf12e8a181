import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { PanelId } from '#contract/core/documents.ts'
import { stateOf } from '../../inspect/line/run-state.tsx'
import { nameOf } from '../../run/history/matches.ts'
import { type JobNews, useJobNews } from '../../run/jobs/use-job-news.ts'
import { addressOf, panelPlaces } from '../../tool/panels.ts'
import { panelOf, type Tool, useTools } from '../../tool/tools.ts'
import { type PanelBadge, panelBadges } from '../panel-badges.ts'
import { markIcon } from './mark-icon.ts'
import { notify } from './notify.ts'

/** What happens to jobs, on every panel: announced, counted in the title, at the icon and in the navigation, and notified of. */
export function Notices() {
  const [location, navigate] = useLocation()
  const isVisible = useIsVisible()
  const here = isVisible ? panelPlaces.find(({ path }) => path === location)?.id : undefined
  /** Ends that nobody has seen yet. */
  const [unseen, setUnseen] = useState<readonly { readonly id: string; readonly panel: PanelId }[]>([])
  const [said, setSaid] = useState('')
  const tools = useTools()
  const running = useJobNews((news) => {
    const { row, kind, isLeading } = news
    const panel = panelOf(tools, row).id
    setSaid(wordsOf(tools, news))
    if (kind !== 'ended' || panel === here) return
    setUnseen((now) => [...now, { id: row.id, panel }])
    if (isLeading) notify(wordsOf(tools, news), row, () => navigate(addressOf(panel, { run: row.id })))
  })
  const left = unseen.filter(({ panel }) => panel !== here)
  if (left.length < unseen.length) setUnseen(left)

  const key = JSON.stringify(
    countJobs(
      running.map((row) => panelOf(tools, row).id),
      left.map(({ panel }) => panel),
    ),
  )
  useEffect(() => {
    const counts: ReturnType<typeof countJobs> = JSON.parse(key)
    panelBadges.set(Object.fromEntries(counts.map((count) => [count.panel, badgeOf(count)])))
    return () => panelBadges.set({})
  }, [key])
  const words = titleWords(running.length, left.length)
  useEffect(() => {
    const place = panelPlaces.find(({ path }) => path === location)
    if (place) document.title = [words, place.title, 'Patchbay'].filter(Boolean).join(' · ')
  }, [words, location])
  const isMarked = left.length > 0
  useEffect(() => (isMarked ? markIcon() : undefined), [isMarked])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

/** `(1) done`, else `2 running`; nothing without jobs. */
function titleWords(running: number, done: number): string {
  if (done > 0) return `(${done}) done`
  return running > 0 ? `${running} running` : ''
}

/** Jobs of a panel that run, and those that have ended since it was last seen. */
interface JobCount {
  readonly panel: PanelId
  readonly running: number
  readonly done: number
}

function countJobs(running: readonly PanelId[], done: readonly PanelId[]): readonly JobCount[] {
  const count = (all: readonly PanelId[], panel: PanelId) => all.filter((one) => one === panel).length
  return [...new Set([...running, ...done])].map((panel) => ({
    panel,
    running: count(running, panel),
    done: count(done, panel),
  }))
}

/** How many jobs of the panel are done, else that some run. */
function badgeOf({ running, done }: JobCount): PanelBadge {
  return {
    words: done > 0 ? `${done} done` : `${running} running`,
    mark: (
      <span
        aria-hidden="true"
        className={`absolute -top-1 left-4 rounded-full border-2 border-ground bg-cable text-on-cable ${done > 0 ? 'min-w-4 px-1 text-center font-semibold leading-3' : 'size-2.5'}`}
      >
        {done > 0 && done}
      </span>
    ),
  }
}

/** `Video completed: A paper boat`. */
function wordsOf(tools: readonly Tool[], { row }: JobNews): string {
  return `${panelOf(tools, row).title} ${stateOf(row).word.toLowerCase()}: ${nameOf(row).slice(0, 80)}`
}

function useIsVisible(): boolean {
  const subscribe = useCallback((listener: () => void) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [])
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}
