import { Pin, PinOff } from 'lucide-react'
import type { PlanVersion } from '../../../lab/plan-drafts.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { OptionSelect } from '../../../ui/option-select.tsx'
import { fullTime } from '../../../ui/short-time.ts'
import { useLabPlace } from '../lab-place.ts'
import type { Baseline } from './use-baseline.ts'

interface VersionChoiceProps {
  readonly versions: readonly PlanVersion[]
  /** The one that is shown. */
  readonly batch: string
  readonly baseline: Baseline
}

/** Which version of a plan is shown, and whether it is the one that others are compared with. */
export function VersionChoice({ versions, batch, baseline: { pinned, pin } }: VersionChoiceProps) {
  const [, go] = useLabPlace()
  const isPinned = pinned === batch
  return (
    <>
      {versions.length > 1 && (
        <OptionSelect
          look="small"
          aria-label="Version"
          options={versions.map((version, at) => [
            version.batch,
            `Version ${at + 1} · ${fullTime(version.at)}${version.batch === pinned ? ' · baseline' : ''}`,
          ])}
          value={batch}
          onValue={(next) => go({ batch: next, cell: undefined }, 'replace')}
        />
      )}
      <IconButton
        name="Pin as baseline"
        title={isPinned ? 'This version is the baseline' : 'Pin as baseline'}
        aria-pressed={isPinned}
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onClick={() => pin(isPinned ? undefined : batch)}
      />
    </>
  )
}
