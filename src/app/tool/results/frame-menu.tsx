import { Camera, Download } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../run/run.ts'
import { saveFile } from '../../ui/files.ts'
import { Menu } from '../../ui/popup/menu.tsx'
import type { TakeFrame } from '../../view/media/player/video-frames.ts'
import type { ResultFile } from './result-file.ts'
import { savedFrame } from './saved-file.ts'
import { useLateTakings } from './takings.tsx'

interface FrameMenuProps {
  readonly run: Run
  readonly video: ResultFile
  readonly take: TakeFrame
}

/** What is done with the frame on the screen: saved, or taken over by a tool that takes PNGs. */
export function FrameMenu({ run, video, take }: FrameMenuProps) {
  const [trouble, setTrouble] = useState<string>()
  const withFrame = (use: (frame: Awaited<ReturnType<typeof savedFrame>>) => void) => {
    setTrouble(undefined)
    take()
      .then((frame) => savedFrame(run, video, frame))
      .then(use)
      .catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
  }
  const takings = useLateTakings('image/png', 'frame', withFrame).map((one) => ({
    ...one,
    name: one.name.replace('Use frame as', 'Use as'),
  }))
  const items = [
    {
      name: 'Save frame',
      icon: <Download size={16} />,
      onSelect: () => withFrame(({ name, blob }) => saveFile(blob, name)),
    },
    ...takings,
  ]
  return (
    <>
      <span role="status" className="text-warning text-xs empty:hidden">
        {trouble}
      </span>
      <Menu name="Use this frame" items={items} icon={<Camera size={18} />} />
    </>
  )
}
