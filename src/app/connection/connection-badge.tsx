import { Badge } from '../ui/badge.tsx'
import { Select } from '../ui/native-select.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId } from './profile.ts'
import { useModels } from './use-connection.ts'

/** The connection in use, and a badge where all models are the sandbox's. Texts without room are for screen readers only. */
export function ConnectionBadge() {
  const { profiles } = useConnectionContext()
  const { all, selected, missing } = useProfiles()
  const isSandbox = useModels().data?.cards.every((card) => card.sandbox)
  const several = all.length > 1 || missing
  return (
    <div className="flex min-w-0 items-center gap-3">
      {selected.id === localId && !missing && isSandbox && (
        <span className={several ? 'max-md:hidden' : ''}>
          <Badge tone="warning">
            <span>
              Sandbox<span className={several ? '@max-2xl:sr-only' : '@max-lg:sr-only'}>: synthetic output</span>
            </span>
          </Badge>
        </span>
      )}
      {several && (
        <Select
          look="small"
          aria-label="Connection"
          value={missing ? '' : selected.id}
          onChange={(event) => profiles.select(event.target.value)}
          className="max-w-40 @max-2xl:max-w-24"
        >
          {missing && (
            <option value="" disabled>
              Choose…
            </option>
          )}
          {all.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
