import { PencilLine } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useAssets } from '../../../run/history/use-assets.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { Playback } from '../../../view/media/player/playback.ts'
import { promptOf } from '../../asked.ts'
import { useHandOver } from '../../hand-over.ts'
import { toolOf, useTools } from '../../tools.ts'
import { previewsOf, refined } from '../../voices/voice-previews.ts'
import { AsItCame } from '../media-files.tsx'
import type { RunResultProps } from '../picked.ts'
import { VoiceCard } from './voice-card.tsx'

/** The voices of a design as cards with a player each; the keys 1 to 9 play them. A reply of another shape is shown as it came. */
export function RunVoices({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const found = useMemo(() => previewsOf(run.result), [run.result])
  const count = found?.previews.length ?? 0
  const playbacks = useMemo(() => Array.from({ length: count }, () => new Playback()), [count])
  const [list, setList] = useState<HTMLElement | null>(null)
  useEffect(() => {
    // The whole article of the run has the keys, as it can have the focus.
    const place = list?.closest('article') ?? list
    const onKeyDown = (event: KeyboardEvent) => {
      const sound = playbacks[Number(letterOf(event)) - 1]
      if (!sound) return
      event.preventDefault()
      if (!sound.shown().playing) sound.seek(0)
      sound.toggle()
    }
    place?.addEventListener('keydown', onKeyDown)
    return () => place?.removeEventListener('keydown', onKeyDown)
  }, [list, playbacks])
  if (!found) return <AsItCame run={run} />
  return (
    <>
      {found.text !== undefined && (
        <p dir="auto" className="unkerned max-w-[72ch] wrap-anywhere border-line border-s-2 ps-3 text-soft text-sm">
          {found.text}
        </p>
      )}
      <ul ref={setList} aria-label="Voices" className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]">
        {found.previews.map((preview, at) => (
          <VoiceCard
            key={preview.id ?? preview.sha256 ?? at}
            {...{ run, preview, at, comparing }}
            file={assets?.find(({ role, sha256 }) => role === 'output' && sha256 === preview.sha256)}
            isRead={assets !== undefined}
            playback={playbacks[at]}
          />
        ))}
      </ul>
      <Refine run={run} />
    </>
  )
}

/** Opens the description of a run in the form, where its changes are shown. */
function Refine({ run }: Pick<RunResultProps, 'run'>) {
  const handOver = useHandOver()
  const tool = toolOf(useTools(), run)
  if (!tool) return null
  const refine = () => {
    refined.set(promptOf(run))
    handOver({ run: run.id }, tool)
  }
  return (
    <div className="-mx-2">
      <ActionButton name="Refine the description" icon={<PencilLine size={16} />} onClick={refine} />
    </div>
  )
}
