import { Button } from '../../ui/button/button.tsx'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { changeSettings, largestAmount, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-field.tsx'

const kinds = [
  { kind: 'grow', name: 'Grow' },
  { kind: 'shrink', name: 'Shrink' },
  { kind: 'feather', name: 'Feather' },
] as const

/** Grows, shrinks or feathers the marked area by a number of pixels. */
export function EdgeFields({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { amount } = useMaskSettings()
  const isIdle = desk.work.state.kind !== 'works'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of the bar.
    <div role="group" aria-label="Edge" className="flex shrink-0 items-center gap-0.5">
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
          // `disabled` would lose the focus while it works.
          aria-disabled={desk.editor.marked === 0 || !isIdle || undefined}
          onClick={() => void desk.work.edge(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
