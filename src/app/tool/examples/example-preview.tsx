/// <reference path="./samples.d.ts" />
import { CirclePlay, Square } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button/button.tsx'
import { checkerboard } from '../../view/media/mask-style.ts'
import { useBlobUrl } from '../../view/media/use-picture.ts'
import type { ToolExample } from './example.ts'
import { samples } from './sampled-examples.ts?samples'

/** For one picture, two, and more. */
const grids = ['', 'grid-cols-2', 'grid-cols-[auto_auto] grid-rows-2']

/** What the sandbox gave for an example when this app was built; nothing for an example that was not sampled. */
export function ExamplePreview({ example: { title, prompt, firstFrame } }: { readonly example: ToolExample }) {
  const { files: made = [], loudness } = samples.get(prompt) ?? {}
  const files = firstFrame === undefined ? made : made.slice(1)
  const [first, ...more] = files
  if (first === undefined) return null
  if (loudness) return <SoundPreview title={title} url={first} loudness={loudness} />
  return (
    <div
      className={`grid min-h-0 justify-center gap-1 overflow-hidden rounded-md bg-sunken ${grids[Math.min(more.length, 2)]}`}
    >
      {files.map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          decoding="async"
          style={{ background: checkerboard }}
          className="h-full min-h-0 max-w-full rounded-[3px] object-cover"
        />
      ))}
    </div>
  )
}

interface SoundPreviewProps {
  readonly title: string
  readonly url: string
  readonly loudness: readonly number[]
}

function SoundPreview({ title, url, loudness }: SoundPreviewProps) {
  const [sound, setSound] = useState<Blob>()
  const source = useBlobUrl(sound)
  const stop = () => setSound(undefined)
  // As a whole: the server of the app gives no parts of its files, which some browsers ask for.
  const play = () => void fetch(url).then(async (reply) => setSound(await reply.blob()), stop)
  return (
    <div className="relative grid min-h-0 place-items-center overflow-hidden rounded-md bg-sunken">
      <svg
        aria-hidden="true"
        viewBox={`0 -1 ${loudness.length} 2`}
        preserveAspectRatio="none"
        className="h-3/5 w-full px-3 text-cable/50"
      >
        <path
          d={loudness.map((level, at) => `M${at + 0.5} ${-level}V${level + 0.02}`).join('')}
          stroke="currentColor"
          strokeWidth="0.6"
        />
      </svg>
      {/* biome-ignore lint/a11y/useMediaCaption: the words of a speech are the prompt of its example. */}
      {source && <audio src={source} autoPlay onEnded={stop} onError={stop} />}
      <IconButton
        name={sound ? `Stop “${title}”` : `Play “${title}”`}
        icon={sound ? <Square size={16} /> : <CirclePlay size={20} />}
        onClick={sound ? stop : play}
        className="pointer-events-auto absolute rounded-full border border-line bg-surface"
      />
    </div>
  )
}
