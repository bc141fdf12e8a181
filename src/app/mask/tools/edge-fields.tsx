import { Button } from '../../ui/button/button.tsx'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { changeSettings, largestAmount, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-fields.tsx'

const kinds = [
  { kind: 'grow', name: 'Grow' },
  { kind: 'shrink', name: 'Shrink' },
  { kind: 'feather', name: 'Feather' },
] as const

/** Grows, shrinks or feathers the marked area by a number of pixels. */
export function EdgeFields({ mask }: { readonly mask: MaskDocument }) {
  const { operation } = usePageState(mask.state)
  const { amount } = useMaskSettings()
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
          aria-disabled={mask.editor.marked === 0 || operation.kind === 'running' || undefined}
          onClick={() => void mask.changeEdge(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
