import { TriangleAlert } from 'lucide-react'
import { Button } from '../ui/button/button.tsx'
import { sayWhatIsWrong } from './remarks.ts'
import type { RequestForm } from './use-request-form.ts'

interface RequestNoteProps {
  readonly form: RequestForm
}

/** What keeps a form from being sent in one line, for beside the run button. */
export function NotReady({ form: { errors, fields } }: RequestNoteProps) {
  if (Object.keys(errors).length === 0) return null
  return (
    <p className="flex items-center gap-2 text-danger text-xs">
      <TriangleAlert size={16} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{sayWhatIsWrong(errors, fields)}</span>
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
  readonly onCode: () => void
}

const switchLook = 'min-h-7! px-2.5 text-xs coarse:min-h-9!'

/** Switches between the form and the JSON of the same request, and shows it as code. */
export function FormSwitch({ view, onView, onCode }: FormSwitchProps) {
  return (
    <div className="flex items-center gap-1.5 text-faint text-xs">
      <span className="mr-auto">Parameters</span>
      <Button className={switchLook} title="This request as code" onClick={onCode}>
        Code
      </Button>
      <Button
        className={switchLook}
        aria-pressed={view === 'json'}
        title="Edit as JSON"
        onClick={() => onView(view === 'json' ? 'form' : 'json')}
      >
        {view === 'json' ? 'Form' : 'JSON'}
      </Button>
    </div>
  )
}
