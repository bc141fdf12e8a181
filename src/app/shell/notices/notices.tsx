import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { type PanelId, stagePath } from '#contract/routes.ts'
import { stateOf } from '../../inspect/line/run-state.tsx'
import { nameOf } from '../../run/history/matches.ts'
import { type JobNews, useJobNews } from '../../run/jobs/use-job-news.ts'
import type { Run } from '../../run/run.ts'
import { isNotified } from '../../tool/jobs/notify-switch.tsx'
import { addressOf, panelPlaces } from '../../tool/panels.ts'
import { panelOf, type Tool, useTools } from '../../tool/tools.ts'
import { isVisible, onVisible } from '../browser-tools.ts'
import { type PanelBadge, panelBadges } from '../navigation.tsx'

/** What happens to jobs, on every panel: announced, counted in the title, at the icon and in the navigation, and notified of. On the stage nothing is. */
export function Notices() {
  const [location] = useLocation()
  return location.startsWith(`${stagePath}/`) ? null : <NoticesOfJobs />
}

function NoticesOfJobs() {
  const [location, navigate] = useLocation()
  const isVisible = useIsVisible()
  const here = isVisible ? panelPlaces.find(({ path }) => path === location)?.id : undefined
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

  const key = JSON.stringify({
    active: running.map((row) => panelOf(tools, row).id),
    done: left.map(({ panel }) => panel),
  })
  useEffect(() => {
    const { active, done }: Readonly<Record<'active' | 'done', readonly PanelId[]>> = JSON.parse(key)
    const count = (all: readonly PanelId[], panel: PanelId) => all.filter((one) => one === panel).length
    const panels = [...new Set([...active, ...done])]
    panelBadges.set(Object.fromEntries(panels.map((one) => [one, badgeOf(count(active, one), count(done, one))])))
    return () => panelBadges.set({})
  }, [key])
  const [runs, done] = [running.length, left.length]
  const words = done > 0 ? `(${done}) done` : runs > 0 && `${runs} running`
  useEffect(() => {
    const place = panelPlaces.find(({ path }) => path === location)
    if (place) document.title = [words, place.title, 'Patchbay'].filter(Boolean).join(' · ')
  }, [words, location])
  const isMarked = done > 0
  useEffect(() => (isMarked ? markIcon() : undefined), [isMarked])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

function badgeOf(running: number, done: number): PanelBadge {
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

const useIsVisible = () => useSyncExternalStore(onVisible, isVisible)

/** Shows a notification of the system where the person asked for it and the browser allows it. A press on it shows the page and calls `open`. */
function notify(words: string, { id }: Pick<Run, 'id'>, open: () => void): void {
  if (!isNotified()) return
  try {
    const shown = new Notification(words, { tag: id, icon: `${import.meta.env.BASE_URL}patchbay.svg` })
    shown.onclick = () => {
      window.focus()
      open()
      shown.close()
    }
  } catch {
    // Some mobile browsers have notifications only for service workers.
  }
}

const size = 64

/** Draws a dot on the page's icon; returns a function that removes it. */
function markIcon(): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return () => {}
  const { href, type } = link
  let isOver = false
  const picture = new Image(size, size)
  picture.onload = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    if (isOver || !context) return
    context.drawImage(picture, 0, 0, size, size)
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--video')
    context.beginPath()
    context.arc(size - 15, 15, 15, 0, 2 * Math.PI)
    context.fill()
    Object.assign(link, { href: canvas.toDataURL(), type: 'image/png' })
  }
  picture.src = href
  return () => {
    isOver = true
    Object.assign(link, { href, type })
  }
}
