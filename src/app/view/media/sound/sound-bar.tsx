import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { ControlBar, TimeText, useKeyName } from '../player/control-bar.tsx'
import type { Playback, PlaybackShown } from '../player/playback.ts'
import { moveEdge, soundKeyRows, soundSpeeds } from './sound-key.ts'
import type { WaveView } from './wave-view.ts'

interface SoundBarProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly seconds: number
  readonly view: WaveView
}

const narrow = { volume: '@max-[30rem]/sound:hidden', keys: '@max-[24rem]/sound:hidden' }

export function SoundBar({ playback, shown, seconds, view }: SoundBarProps) {
  const key = useKeyName()
  const actions = (
    <>
      <span className="@max-[36rem]/sound:hidden">
        <WaveZoom view={view} around={playback.time} />
      </span>
      <Edge name={key('Loop from here', '[')} sign="[" onClick={() => moveEdge(playback, 'from', seconds)} />
      <Edge name={key('Loop to here', ']')} sign="]" onClick={() => moveEdge(playback, 'to', seconds)} />
    </>
  )
  return (
    <div className="grid gap-0.5">
      <ControlBar {...{ playback, shown, narrow, actions }} speeds={soundSpeeds} rows={soundKeyRows} loopLetter="L">
        <TimeText {...{ playback, seconds }} />
      </ControlBar>
    </div>
  )
}

const Edge = ({ name, sign, onClick }: { name: string; sign: '[' | ']'; onClick: () => void }) => (
  <IconButton
    name={name}
    className="@max-[20rem]/sound:hidden"
    icon={
      <span aria-hidden="true" className="font-mono text-sm">
        {sign}
      </span>
    }
    onClick={onClick}
  />
)

function WaveZoom({ view, around }: { readonly view: WaveView; readonly around: () => number }) {
  const { scale } = useSyncExternalStore(view.watch, view.shown)
  const middle = () => {
    const at = around()
    const x = view.xOf(at)
    return x >= 0 && x <= view.width ? at : undefined
  }
  return (
    <div className="flex items-center">
      <IconButton
        name="Zoom out"
        icon={<ZoomOut size={16} />}
        disabled={scale === undefined}
        onClick={() => view.zoomOut(middle())}
      />
      <IconButton name="Zoom in" icon={<ZoomIn size={16} />} onClick={() => view.zoomIn(middle())} />
      <IconButton name="Show all" icon={<Maximize size={16} />} disabled={scale === undefined} onClick={view.fit} />
    </div>
  )
}
