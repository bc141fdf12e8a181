import { Pause, Play, RotateCcw, SkipForward } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { SandboxLabel } from '../connection/connection-badge.tsx'
import { PatchLine } from '../inspect/line/patch-line.tsx'
import { readTurn, typedWords } from '../panels/chat/turn/turn.ts'
import { runsOfReplay, useReadRecording } from '../run/replay/read-recording.ts'
import { createReplay, type Recording, type Replay, type ReplayView, replaySpeeds } from '../run/replay/replay.ts'
import { RunsProvider, useRuns } from '../run/use-runs.tsx'
import { promptOf } from '../tool/asked.ts'
import { FilesSent } from '../tool/results/media-files.tsx'
import { besideResult, resultPlace } from '../tool/results/run-article.tsx'
import { ResultView } from '../tool/results/run-result.tsx'
import { panelOf, Tools, toolOf, useTools } from '../tool/tools.ts'
import { Button } from '../ui/button/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { playTime } from '../ui/format.ts'
import { useFollowEnd } from '../ui/hooks/use-follow-end.ts'
import { useLoaded } from '../ui/hooks/use-loaded.ts'
import { isReplaying, useOnStage } from '../ui/on-stage.ts'
import { PanelHead } from '../ui/panel-layout.tsx'
import { StageNote } from './stage-parts.tsx'

/** What keys do to a recording. */
export interface RecordingKeys {
  toggle(): void
  again(): void
}

interface RecordedCardProps {
  /** Of the run. */
  readonly id: string
  readonly keys: Ref<RecordingKeys>
  /** Shows the tool of the card; undefined where it has none. */
  readonly onLive: (() => void) | undefined
}

/** A completed run, played as it came. */
export function RecordedCard({ id, ...player }: RecordedCardProps) {
  const read = useReadRecording()
  const recording = useLoaded(() => read(id), [read, id])
  if (recording === undefined) return <main className="flex-1" aria-busy="true" />
  if (recording === 'gone') return <StageNote>The run of this card is no longer in this browser.</StageNote>
  if (recording === 'unfinished')
    return <StageNote>The run of this card did not complete, so it cannot be replayed.</StageNote>
  return <Player recording={recording} {...player} />
}

interface PlayerProps extends Omit<RecordedCardProps, 'id'> {
  readonly recording: Recording
}

/** The run frame by frame, with its controls. */
function Player({ recording, keys, onLive }: PlayerProps) {
  const page = useRuns()
  const stage = useOnStage()
  const all = useTools()
  const tool = toolOf(all, recording.run)
  const panel = panelOf(all, recording.run)
  const [replay] = useState(() => createReplay(page.page.clock, recording))
  const view = useSyncExternalStore(replay.subscribe, replay.view)
  const runs = useMemo(() => runsOfReplay(page, () => replay.view().state === 'over'), [page, replay])
  // What other tools make of a result leads away from the stage.
  const only = useMemo(() => (tool ? [{ ...tool, takes: [] }] : []), [tool])
  const toggle = () => (view.state === 'playing' ? replay.pause() : replay.play())
  useImperativeHandle(keys, () => ({ toggle, again: replay.again }))
  useEffect(() => {
    replay.play()
    isReplaying.set(true)
    return () => {
      replay.pause()
      isReplaying.set(false)
    }
  }, [replay])
  const scroller = useRef<HTMLElement>(null)
  useFollowEnd(scroller, tool?.gives === 'text' ? 'start' : 'never')
  const { run, state } = view
  return (
    <RunsProvider runs={runs}>
      <Tools value={only}>
        <main data-cable={panel.cable} className="flex min-h-0 flex-1 flex-col">
          <PanelHead>
            {stage?.head}
            {run.served?.provider === 'sandbox' && <SandboxLabel />}
            <p className="shrink-0 text-soft text-sm">Recorded {recordedOn(recording.run.log)}, replayed</p>
          </PanelHead>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
            tabIndex={0}
            ref={scroller}
            aria-label="Recording"
            className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px] [container:stage/size]"
          >
            <article
              aria-label={`Run: ${run.title}`}
              aria-busy={state === 'playing'}
              className={`run-article mx-auto grid grid-cols-1 gap-3 px-4 py-3 md:px-6 ${tool?.gives === 'text' ? 'max-w-3xl' : `max-w-[100rem] ${besideResult}`}`}
            >
              <div className="col-span-full" />
              <div className="grid grid-cols-1 content-start gap-4">
                <p
                  dir="auto"
                  className="unkerned line-clamp-4 max-w-[64ch] whitespace-pre-wrap text-base text-soft wrap-anywhere"
                >
                  {typedWords(readTurn(run.turn)) || promptOf(run)}
                </p>
                {/* The results of audio tools show them. */}
                {panel.id !== 'audio' && <FilesSent run={run} />}
                <PatchLine run={run} panel={panel.title} />
              </div>
              {/* At 200 % zoom a picture or sound comes before what was asked; a text is followed to its end. */}
              <div
                className={`grid min-w-0 grid-cols-1 content-start gap-4 ${resultPlace} ${tool?.gives === 'text' ? '' : '[@media(max-height:30rem)]:order-first'}`}
              >
                <ResultView run={run} />
              </div>
            </article>
          </section>
          <Controls {...{ recording, replay, view, toggle, onLive }} />
          <p role="status" className="sr-only">
            {state === 'over' ? 'The recording is over.' : ''}
          </p>
        </main>
      </Tools>
    </RunsProvider>
  )
}

interface ControlsProps extends Pick<PlayerProps, 'recording' | 'onLive'> {
  readonly replay: Replay
  readonly view: ReplayView
  readonly toggle: () => void
}

function Controls({ recording, replay, view, toggle, onLive }: ControlsProps) {
  const { state, speed, position } = view
  const { length, hashes } = recording
  const isPlaying = state === 'playing'
  return (
    <div className="relative flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-surface px-4 py-2">
      <div
        style={{ width: `${length === 0 ? 100 : (100 * position) / length}%` }}
        className="absolute top-0 left-0 h-0.5 bg-cable"
      />
      <Button
        look="primary"
        icon={isPlaying ? <Pause size={16} /> : <Play size={16} />}
        className="min-w-24"
        onClick={toggle}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button look="quiet" icon={<RotateCcw size={16} />} onClick={replay.again}>
        Again
      </Button>
      <Button look="quiet" icon={<SkipForward size={16} />} disabled={state === 'over'} onClick={replay.toEnd}>
        To the end
      </Button>
      <Choice
        name="Speed"
        options={replaySpeeds.map((one) => [`${one}`, `×${one}`] as const)}
        value={`${speed}`}
        onChange={(chosen) => replay.setSpeed(replaySpeeds.find((one) => `${one}` === chosen) ?? 1)}
      />
      <p className="font-mono text-soft text-xs tabular-nums">
        {playTime(position / 1000)} / {playTime(length / 1000)}
      </p>
      <p className="text-soft text-xs">{remarkOn(recording)}</p>
      <Hashes of={hashes} />
      {onLive && <Button onClick={onLive}>Back to live</Button>}
    </div>
  )
}

function remarkOn({ length, shortened }: Recording): string {
  if (length === 0) return 'No events were stored: this is the result at once'
  return shortened < 500 ? '' : `Pauses shortened by ${Math.round(shortened / 1000)} s`
}

/** `12 Nov`, with the year where it is another one. */
function recordedOn(log: Recording['run']['log'], now = new Date()): string {
  const at = new Date(log[0]?.at ?? 0)
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year }).format(at)
}

const Hashes = ({ of }: { readonly of: Recording['hashes'] }) => (
  <details className="text-xs">
    <summary className="w-fit text-soft">Hashes</summary>
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {of.map(({ what, sha256 }) => (
        <div key={what + sha256} className="contents">
          <dt className="text-soft">{what}</dt>
          <dd className="break-all font-mono">{sha256}</dd>
        </div>
      ))}
    </dl>
  </details>
)
