import { Badge } from '../ui/badge.tsx'
import { useConnectionContext, useProfiles } from './connection-context.ts'
import { localId } from './profile.ts'

/** Which connection is in use, and the word "synthetic" where the sandbox answers. A select when there are several. */
export function ConnectionBadge() {
  const { profiles } = useConnectionContext()
  const { all, selected } = useProfiles()
  return (
    <div className="ml-auto flex min-w-0 items-center gap-3">
      {selected.id === localId && (
        <span className={`min-w-0 truncate ${all.length > 1 ? 'max-md:hidden' : ''}`}>
          <Badge tone="warning">Sandbox: synthetic output</Badge>
        </span>
      )}
      {all.length > 1 && (
        <select
          aria-label="Connection"
          value={selected.id}
          onChange={(event) => profiles.select(event.target.value)}
          className="h-8 min-w-0 max-w-40 truncate rounded-md border border-line bg-surface px-2 text-xs coarse:h-11"
        >
          {all.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
              {profile.id === localId && ' (synthetic)'}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
