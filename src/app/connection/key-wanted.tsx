import { Link } from 'wouter'
import { useConnectionContext } from './connection-context.ts'
import { useConnection } from './use-connection.ts'

/** Says that the router asks for a key which nobody has typed yet. */
export function KeyWanted() {
  const connection = useConnection()
  const { local } = useConnectionContext()
  if (local.kind !== 'key-needed' || !connection.own || connection.key !== undefined) return null
  return (
    <p className="text-warning text-xs">
      This router asks for its key: type it in{' '}
      <Link href="/settings" className="underline">
        Settings
      </Link>
      .
    </p>
  )
}
