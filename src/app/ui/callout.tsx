import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  note: { icon: Info, edge: 'border-line', ink: 'text-soft' },
  success: { icon: CircleCheck, edge: 'border-success/40', ink: 'text-success' },
  warning: { icon: TriangleAlert, edge: 'border-warning/40', ink: 'text-warning' },
  danger: { icon: CircleAlert, edge: 'border-danger/40', ink: 'text-danger' },
}

interface CalloutProps {
  tone?: keyof typeof tones
  title: ReactNode
  children?: ReactNode
  /** Announced at once by screen readers. */
  urgent?: boolean
}

/** A message of the app, with an icon and a title, so that colour is not its only sign. */
export function Callout({ tone = 'note', title, children, urgent = false }: CalloutProps) {
  const { icon: Icon, edge, ink } = tones[tone]
  return (
    <div role={urgent ? 'alert' : undefined} className={`flex gap-3 rounded-md border bg-surface px-4 py-3 ${edge}`}>
      <Icon size={18} className={`mt-px shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 space-y-1 *:max-w-[72ch]">
        <p className="font-medium text-ink">{title}</p>
        {children}
      </div>
    </div>
  )
}
