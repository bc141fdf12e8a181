import { TriangleAlert } from 'lucide-react'
import { sayInList } from './errors-of.ts'
import type { RequestForm } from './use-request-form.ts'

/** Everything that keeps a form's request from being sent, in one line for beside the button. */
export function NotReady({ form }: { readonly form: RequestForm }) {
  const problems = Object.entries(form.errors)
  if (problems.length === 0) return null
  return (
    <p className="flex items-center gap-2 text-danger text-xs">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Not ready to send: {problems.map(([path, problem]) => sayInList(path || 'request', problem)).join(' · ')}
      </span>
    </p>
  )
}
