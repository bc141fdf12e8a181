import type { RequestForm } from './use-request-form.ts'

/** Says of every key that was typed here and comes from elsewhere that it is not sent. */
export function ReservedNotes({ form }: { readonly form: RequestForm }) {
  return Object.entries(form.reserved).map(([path, why]) => (
    <p key={path} className="break-words text-soft">
      {path}: {why}, not sent from here
    </p>
  ))
}
