import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { PanelId } from '#contract/core/documents.ts'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { addressOf, panelPlace } from '../../tool/panels.ts'
import { firstField } from '../../ui/keys/first-field.ts'
import { PanelHead } from '../../ui/panel-layout.tsx'

interface ComingSoonProps {
  readonly panel: PanelId
  /** What it will do: a sentence. */
  readonly what: string
}

/** A panel without a tool yet: what it will do, and where its models are listed already. */
export function ComingSoon({ panel, what }: ComingSoonProps) {
  const { title, cable, icon: Icon } = panelPlace(panel)
  return (
    <main data-cable={cable} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">{title}</h1>
        <PanelTools />
      </PanelHead>
      <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-3 overflow-y-auto p-6 text-center">
        <span className="grid size-11 place-items-center rounded-md bg-cable/12 text-cable">
          <Icon size={24} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <h2 className="font-semibold text-base">Coming soon</h2>
        <p className="max-w-sm text-soft">{what}</p>
        <Link
          {...firstField}
          href={addressOf('models')}
          className="inline-flex h-9 items-center gap-1.5 rounded-md border border-line px-3 hover:bg-raised coarse:h-11"
        >
          Browse models <ArrowRight size={16} strokeWidth={1.5} aria-hidden="true" />
        </Link>
      </div>
    </main>
  )
}
