import { TriangleAlert } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { sayInList } from './errors-of.ts'
import type { RequestForm } from './use-request-form.ts'

interface RequestNoteProps {
  readonly form: RequestForm
}

/** All errors of a form in one line, for beside the run button. */
export function NotReady({ form }: RequestNoteProps) {
  const problems = Object.entries(form.errors)
  if (problems.length === 0) return null
  return (
    <p className="flex items-center gap-2 text-danger text-xs">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Not ready: {problems.map(([path, problem]) => sayInList(path || 'request', problem)).join(' · ')}
      </span>
    </p>
  )
}

/** The reserved keys that are set in the form and therefore not sent. */
export function ReservedNotes({ form }: RequestNoteProps) {
  return Object.entries(form.reserved).map(([path, why]) => (
    <p key={path} className="break-words text-soft">
      {path}: {why}, set elsewhere
    </p>
  ))
}

interface FormSwitchProps {
  readonly view: 'form' | 'json'
  readonly onView: (view: 'form' | 'json') => void
}

/** Switches between the form and the JSON of the same request. */
export function FormSwitch({ view, onView }: FormSwitchProps) {
  return (
    <div className="flex items-center justify-between gap-3 text-faint text-xs">
      <span>Parameters</span>
      <Button
        className="min-h-7! px-2.5 text-xs coarse:min-h-9!"
        aria-pressed={view === 'json'}
        title="Edit as JSON"
        onClick={() => onView(view === 'json' ? 'form' : 'json')}
      >
        {view === 'json' ? 'Form' : 'JSON'}
      </Button>
    </div>
  )
}
