import { Button } from '../ui/button.tsx'

interface FormSwitchProps {
  readonly view: 'form' | 'json'
  readonly onView: (view: 'form' | 'json') => void
}

/** The same request as a form and as JSON. */
export function FormSwitch({ view, onView }: FormSwitchProps) {
  return (
    <div className="flex items-center justify-between gap-3 text-faint text-xs">
      <span>Form and JSON: one request</span>
      <Button
        className="min-h-7! px-2.5 text-xs coarse:min-h-9!"
        aria-pressed={view === 'json'}
        onClick={() => onView(view === 'json' ? 'form' : 'json')}
      >
        {view === 'json' ? 'Form' : 'JSON'}
      </Button>
    </div>
  )
}
