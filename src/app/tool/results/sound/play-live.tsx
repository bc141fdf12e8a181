import type { ModelCard } from '#contract/models/model-card.ts'
import { Tick } from '../../../ui/choice.tsx'
import { keptSwitch, usePageState } from '../../../ui/page-state.ts'

/** Whether sounds play by themselves while they arrive; kept for the next visit. */
export const playWish = keptSwitch('patchbay.play-arriving')

/** The switch beside the run button of a tool that makes sounds; nothing for a model that its router says does not stream. */
export function PlayLive({ card }: { readonly card: ModelCard | undefined }) {
  const isOn = usePageState(playWish)
  if (card?.lacks?.includes('streaming')) return null
  return (
    <Tick isOn={isOn} onChange={playWish.set} className="shrink-0 gap-2 text-soft text-xs coarse:min-h-11">
      Play live
    </Tick>
  )
}
