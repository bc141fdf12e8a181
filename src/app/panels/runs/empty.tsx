import { ArrowRight, ListChecks, Scale, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { type OpenBundle, OpenBundleButton } from '../../export/open/open-bundle.tsx'
import { useRuns } from '../../run/use-runs.tsx'
import { addressOf } from '../../tool/panels.ts'
import { counted } from '../../ui/format.ts'
import { firstField } from '../../ui/keys/first-field.ts'

const kept = {
  icon: ListChecks,
  title: 'Everything is kept',
  text: 'Every request is saved before it is sent, with the full response.',
}
/** Where the browser stores nothing. */
const notKept = {
  icon: TriangleAlert,
  title: 'Kept until the page closes',
  text: 'Export runs as a bundle to keep them.',
}
const lessons = [
  {
    icon: ShieldQuestion,
    title: 'No accidental double billing',
    text: 'Runs with an unknown result are listed on top until you resolve them.',
  },
  {
    icon: Scale,
    title: 'Review and compare',
    text: 'Mark runs as pass or fail, tag, repeat and compare them, all by keyboard.',
  },
]

export function Empty({ unreadable, bundle }: { unreadable: number; bundle: OpenBundle }) {
  const runs = useRuns()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <section
        aria-label="No runs yet"
        {...bundle.dropTarget}
        className="mx-auto grid max-w-3xl gap-4 px-4 py-[8vh] md:px-6"
      >
        <h2 className="font-semibold text-base">Your runs will appear here</h2>
        {unreadable > 0 && (
          <p className="text-warning">{counted(unreadable, 'damaged run')} not shown; the data is kept.</p>
        )}
        <ul className="grid gap-2 sm:grid-cols-3">
          {[runs.persistent ? kept : notKept, ...lessons].map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2 rounded-md border border-line bg-surface p-4">
              <Icon size={18} className="text-cable" />
              <span className="font-medium">{title}</span>
              <span className="text-soft text-xs">{text}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <Link
            {...firstField}
            href={addressOf('chat')}
            className="inline-flex h-9 w-fit items-center gap-1.5 rounded-md bg-cable px-3 font-semibold text-on-cable hover:[filter:brightness(1.1)] coarse:h-11"
          >
            Start with a chat <ArrowRight size={16} />
          </Link>
          <OpenBundleButton bundle={bundle} />
        </div>
      </section>
    </div>
  )
}
