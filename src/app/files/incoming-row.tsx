import { LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import type { Incoming } from './incoming.ts'

interface IncomingRowProps {
  readonly incoming: Incoming
  readonly onDismiss: () => void
}

/** A file that is being read, or why it was not taken. */
export function IncomingRow({ incoming: { name, status, why }, onDismiss }: IncomingRowProps) {
  const refused = status === 'refused'
  return (
    <li
      className={`flex items-start gap-2.5 rounded-md border px-2.5 py-2 text-xs ${refused ? 'border-danger/40' : 'border-line'}`}
    >
      {refused ? (
        <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-px shrink-0 text-danger" />
      ) : (
        <LoaderCircle
          size={16}
          strokeWidth={1.5}
          aria-hidden="true"
          className="mt-px shrink-0 text-faint motion-safe:animate-spin"
        />
      )}
      <div role={refused ? 'alert' : undefined} className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p className="wrap-anywhere text-soft">{refused ? `Not added. ${why}` : 'Reading…'}</p>
      </div>
      {refused && (
        <IconButton
          name={`Dismiss ${name}`}
          className="-my-1 -mr-1"
          icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={onDismiss}
        />
      )}
    </li>
  )
}
