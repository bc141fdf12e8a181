import { Badge } from '../ui/badge.tsx'
import { Select } from '../ui/native-select.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId } from './profile.ts'
import { useModels } from './use-connection.ts'

/** What the output of the sandbox is called. `longIn`: classes of the part that is for screen readers only where there is no room. */
export const SandboxLabel = ({ longIn = '@max-lg:sr-only' }: { readonly longIn?: string }) => (
  <Badge tone="warning">
    <span>
      Sandbox<span className={longIn}>: synthetic output</span>
    </span>
  </Badge>
)

/** Whether all models of the connection in use are the sandbox's. */
export function useIsSandbox(): boolean {
  const { selected, missing } = useProfiles()
  const isAll = useModels().data?.cards.every((card) => card.sandbox) ?? false
  return selected.id === localId && !missing && isAll
}

/** The connection in use, and a badge where it is the sandbox. Texts without room are for screen readers only. */
export function ConnectionBadge() {
  const { profiles } = useConnectionContext()
  const { all, selected, missing } = useProfiles()
  const isSandbox = useIsSandbox()
  const several = all.length > 1 || missing
  return (
    <div className="flex min-w-0 items-center gap-3">
      {isSandbox && (
        <span className={several ? 'max-md:hidden' : ''}>
          <SandboxLabel {...(several && { longIn: '@max-2xl:sr-only' })} />
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
