import type { ComponentType } from 'react'
import { JsonView } from '../../json/view/json-view.tsx'
import type { Run } from '../../run/run.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { type Tool, toolFor, useTools } from '../tools.ts'
import { FilesReceived } from './media-files.tsx'
import { Outputs } from './outputs.tsx'
import type { Comparing } from './picked.ts'
import { RunPictures } from './run-pictures.tsx'
import { RunVideo } from './run-video.tsx'

interface RunResultProps {
  readonly run: Run
  /** Set where files of several runs can be selected for comparison. */
  readonly comparing?: Comparing | undefined
}

/**
 * A view for each kind of result. Pictures and videos have their places from the press; the others are shown as they come, each file as
 * what its bytes are (a player, a text, JSON).
 */
const views: Record<Tool['gives'], ComponentType<RunResultProps>> = {
  image: RunPictures,
  audio: AsItCame,
  video: RunVideo,
  text: AsItCame,
  json: AsItCame,
}

/** The outputs of a run so far, in the view for its tool's result kind. */
export function ResultView(props: RunResultProps) {
  const View = views[toolFor(useTools(), props.run.endpoint)?.gives ?? 'json']
  return <View {...props} />
}

/** Texts, items and files in the order of the reply. */
export function AsItCame({ run }: Pick<RunResultProps, 'run'>) {
  const open = useIsOpen(run)
  return (
    <>
      <Outputs
        run={run}
        open={open}
        // The lines of a transcript count, as in subtitles; it has no Markdown.
        raw={run.endpoint === 'audio.transcriptions'}
        call={({ name, callId, arguments: given }) => (
          <section aria-label="Tool call" className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
            <p className="mb-2 break-all font-mono text-xs">
              {name.slice(0, 100) || 'unnamed tool'} <span className="text-faint">{callId.slice(0, 100)}</span>
            </p>
            <JsonView text={given} />
          </section>
        )}
        // The files received hold all media, with those that no output names.
        media={() => null}
      />
      <FilesReceived run={run} />
    </>
  )
}
