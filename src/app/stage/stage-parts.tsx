import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Card } from '../collections/collection.ts'
import { SandboxLabel, useIsSandbox } from '../connection/connection-badge.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { useOnStage } from '../ui/on-stage.ts'
import { PanelHead } from '../ui/panel-layout.tsx'

/** The card's heading, which has the focus on arrival. `isLive`: what comes is made by the connection in use. */
export function StageHead({ title, isLive }: { readonly title: string; readonly isLive: boolean }) {
  const isSandbox = useIsSandbox()
  return (
    <>
      <h1
        ref={focusOnArrival}
        tabIndex={-1}
        dir="auto"
        className="min-w-0 flex-1 truncate font-semibold text-base outline-none"
      >
        {title}
      </h1>
      {isLive && isSandbox && <SandboxLabel />}
    </>
  )
}

const focusOnArrival = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

export const cardTitle = ({ title }: Card, at: number): string => title || `Card ${at + 1}`

interface CardsProps {
  readonly cards: readonly Card[]
  readonly at: number
  readonly show: (at: number) => void
}

export const Cards = ({ cards, at, show }: CardsProps) => (
  <>
    <IconButton
      name="Previous"
      aria-keyshortcuts="PageUp"
      icon={<ChevronLeft size={18} />}
      disabled={at === 0}
      onClick={() => show(at - 1)}
    />
    <ol aria-label="Cards" className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
      {cards.map((card, place) => (
        <li key={card.id} className="shrink-0">
          <button
            type="button"
            ref={place === at ? reveal : undefined}
            aria-current={place === at ? 'step' : undefined}
            className="flex h-8 max-w-64 items-baseline gap-2 rounded-md px-2.5 text-sm text-soft leading-8 hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink coarse:h-11 coarse:leading-11"
            onClick={() => show(place)}
          >
            <span className="font-mono text-faint text-xs">{place + 1}</span>
            <span dir="auto" className="truncate">
              {cardTitle(card, place)}
            </span>
          </button>
        </li>
      ))}
    </ol>
    <IconButton
      name="Next"
      aria-keyshortcuts="PageDown"
      icon={<ChevronRight size={18} />}
      disabled={at === cards.length - 1}
      onClick={() => show(at + 1)}
    />
  </>
)

const reveal = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Whole minutes since the presentation began. */
export function Timer({ since }: { readonly since: number }) {
  const minutes = Math.floor(Math.max(0, useNow() - since) / 60_000)
  return (
    <p
      role="timer"
      aria-label="Time since the start"
      className="shrink-0 px-2 font-mono text-soft text-xs tabular-nums"
    >
      {minutes} min
    </p>
  )
}

/** In place of a card that cannot be shown. */
export function StageNote({ children }: { readonly children: ReactNode }) {
  const stage = useOnStage()
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <PanelHead>{stage?.head}</PanelHead>
      <p className="m-auto max-w-[64ch] p-8 text-center text-base text-soft">{children}</p>
    </main>
  )
}
