import { Button } from '../../ui/button.tsx'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { useDesk } from '../canvas/use-desk.ts'
import { changeSettings, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-field.tsx'
import { largestAmount } from './read-settings.ts'

const kinds = [
  { kind: 'grow', name: 'Grow' },
  { kind: 'shrink', name: 'Shrink' },
  { kind: 'feather', name: 'Feather' },
] as const

/** Moves or softens the edge of what is marked, by so many pixels. */
export function EdgeFields({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { amount } = useMaskSettings()
  const isIdle = desk.work.state.kind !== 'works'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row that scrolls.
    <div role="group" aria-label="Edge" className="ml-auto flex shrink-0 items-center gap-0.5">
      <NumberField
        name="Edge pixels"
        label="Edge"
        unit="px"
        value={amount}
        least={1}
        most={largestAmount}
        onChange={(next) => changeSettings({ amount: next })}
      />
      {kinds.map(({ kind, name }) => (
        <Button
          key={kind}
          look="quiet"
          className="min-h-8! px-1.5! text-xs! aria-disabled:opacity-45 coarse:min-h-11! coarse:px-3!"
          // Disabled for real it would lose the focus while it works.
          aria-disabled={desk.editor.marked === 0 || !isIdle || undefined}
          onClick={() => void desk.work.edge(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
