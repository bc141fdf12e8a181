import { useMemo, useRef, useState } from 'react'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { Playback } from '../../../view/media/player/playback.ts'
import { SoundPlayer } from '../../../view/media/sound/sound-player.tsx'
import { AsItCame } from '../media-files.tsx'
import type { RunResultProps } from '../picked.ts'
import './transcript.css'
import { Columns2, History } from 'lucide-react'
import type { Run } from '../../../run/run.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { counted } from '../../../ui/format.ts'
import { CompareTranscripts } from './compare-transcripts.tsx'
import { ErrorRatePanel } from './error-rate-panel.tsx'
import { ExportMenu } from './export-menu.tsx'
import { reveal, rowOf } from './follow-playback.ts'
import { SearchBox } from './search-box.tsx'
import { Speakers } from './speakers.tsx'
import { type ShownTranscript, withCopy } from './text/edited.ts'
import { lowConfidence, speakersOf, type Transcript } from './text/transcript.ts'
import { transcriptText } from './transcript-file.ts'
import { TranscriptList } from './transcript-list.tsx'
import { useEdits, useRecording, useSameRecording, useShownTranscript } from './use-transcript.ts'

/** A transcript and its recording. What is no transcript is shown as it came. */
export function RunTranscript({ run }: RunResultProps) {
  const isOpen = useIsOpen(run)
  const recording = useRecording(run)
  const { shown, original, ...own } = useShownTranscript(run)
  const [sound] = useState(() => new Playback())
  const playback = recording && sound
  return (
    <>
      {recording && <SoundPlayer file={recording} playback={playback} />}
      {!shown || !original ? (
        <AsItCame run={run} />
      ) : (
        <TranscriptView {...{ run, isOpen, shown, original, playback, ...own }} />
      )}
    </>
  )
}

interface TranscriptViewProps extends Pick<ReturnType<typeof useShownTranscript>, 'copy' | 'change'> {
  readonly run: Run
  /** More may come, so that nothing is changed or exported yet. */
  readonly isOpen: boolean
  readonly original: Transcript
  readonly shown: ShownTranscript
  readonly playback: Playback | undefined
}

function TranscriptView({ run, isOpen, original, shown, copy, change, playback }: TranscriptViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<'copy' | 'original'>('copy')
  const edits = useEdits(original, copy, change)
  const { speakers } = copy
  const named = useMemo(() => withCopy(original, { ...(speakers && { speakers }) }), [original, speakers])
  const isOriginal = view === 'original' && shown.isEdited
  const drawn = isOriginal ? named : shown
  const same = useSameRecording(run)
  const [isComparing, setComparing] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SearchBox segments={drawn.segments} box={box} />
        {shown.isEdited && (
          <ActionButton
            name="Show original"
            aria-pressed={isOriginal}
            icon={<History size={16} />}
            onClick={() => setView(isOriginal ? 'copy' : 'original')}
          />
        )}
        {(shown.isEdited || edits.isReverted) && (
          <ActionButton
            name={edits.isReverted ? 'Undo revert' : 'Revert all edits'}
            word={edits.isReverted ? 'Undo revert' : 'Revert all'}
            icon={null}
            onClick={edits.revert}
          />
        )}
        {same.length > 1 && !isOpen && (
          <ActionButton
            name="Compare transcripts"
            word="Compare"
            icon={<Columns2 size={16} />}
            onClick={() => setComparing(true)}
          />
        )}
        <CopyButton name="Copy transcript" text={() => transcriptText(drawn)} look="usual" />
        <ExportMenu run={run} isOpen={isOpen} original={named} shown={shown} />
      </div>
      {edits.isLost && (
        <Callout tone="danger" title="Your last edit is not saved" urgent>
          <p>The browser’s storage refused it. It is lost when this page closes.</p>
        </Callout>
      )}
      {original.isRecognised === false && (
        <Callout title="Speech detected, not recognised">
          <p>The sandbox recognises only speech it generated. It shows where speech occurs, without words.</p>
        </Callout>
      )}
      <Speakers labels={speakersOf(original)} names={speakers ?? {}} rename={edits.rename} />
      <LowWords
        transcript={drawn}
        onShow={(place) => {
          const row = rowOf(box.current, place)
          if (row) reveal(box.current, row)
          row?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
        }}
      />
      <TranscriptList
        transcript={drawn}
        box={box}
        playback={playback}
        write={isOriginal || isOpen ? undefined : edits.write}
      />
      {!isOpen && (
        <details>
          <summary className="w-fit text-soft text-xs coarse:min-h-11">Compare with a reference text</summary>
          <ErrorRatePanel
            heard={original.text}
            edited={shown.isEdited ? shown.text : undefined}
            kept={copy.reference ?? ''}
            keep={edits.keepReference}
          />
        </details>
      )}
      {isComparing && <CompareTranscripts runs={same} onClose={() => setComparing(false)} />}
    </div>
  )
}

interface LowWordsProps {
  readonly transcript: Transcript
  readonly onShow: (place: number) => void
}

/** How many words the model is not sure of, and the way to each; nothing where there are none. */
function LowWords({ transcript: { segments }, onShow }: LowWordsProps) {
  const [next, setNext] = useState(0)
  const places = useMemo(
    () =>
      segments.flatMap(({ words }, place) =>
        words.filter(({ confidence = 1 }) => confidence < lowConfidence).map(() => place),
      ),
    [segments],
  )
  if (places.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-soft text-xs">
      {counted(places.length, 'word')} with low confidence (below {lowConfidence * 100} %), underlined.
      <button
        type="button"
        className="underline hover:text-ink coarse:min-h-11"
        onClick={() => {
          onShow(places[next % places.length] ?? 0)
          setNext(next + 1)
        }}
      >
        Show next
      </button>
    </p>
  )
}
