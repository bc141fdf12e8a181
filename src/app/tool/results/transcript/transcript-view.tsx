import { History } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { TranscriptCopy } from '../../../run/history/transcript-copy.ts'
import type { Run } from '../../../run/run.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { counted } from '../../../ui/format.ts'
import type { Playback } from '../../../view/media/sound/playback.ts'
import { ExportMenu } from './export-menu.tsx'
import { plainText } from './files/transcript-file.ts'
import { reveal, rowOf } from './follow-playback.ts'
import { SearchBox } from './search-box.tsx'
import { Speakers } from './speakers.tsx'
import { type ShownTranscript, withCopy } from './text/edited.ts'
import { lowConfidence, speakersOf, type Transcript } from './text/transcript.ts'
import { TranscriptList } from './transcript-list.tsx'

interface TranscriptViewProps {
  readonly run: Run
  /** More may come, so that nothing is changed or exported yet. */
  readonly isOpen: boolean
  readonly original: Transcript
  readonly shown: ShownTranscript
  readonly copy: TranscriptCopy
  readonly change: (change: (copy: TranscriptCopy) => TranscriptCopy) => Promise<void>
  readonly playback: Playback | undefined
}

/** A whole transcript with its tools. Edits are kept with the run; the router's words stay. */
export function TranscriptView({ run, isOpen, original, shown, copy, change, playback }: TranscriptViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<'copy' | 'original'>('copy')
  /** The texts before "Revert all". */
  const [before, setBefore] = useState<TranscriptCopy['texts']>()
  const [trouble, setTrouble] = useState(false)
  const { speakers } = copy
  const named = useMemo(() => withCopy(original, { ...(speakers && { speakers }) }), [original, speakers])
  const drawn = view === 'original' ? named : shown
  const keep = useCallback(
    (edit: Parameters<typeof change>[0]) =>
      void change(edit).then(
        () => setTrouble(false),
        () => setTrouble(true),
      ),
    [change],
  )
  const write = useCallback(
    (place: number, text: string | undefined) => {
      setBefore(undefined)
      keep(({ texts: { [place]: _, ...others } = {}, ...rest }) => ({
        ...rest,
        texts: { ...others, ...(text !== undefined && text !== original.segments[place]?.text && { [place]: text }) },
      }))
    },
    [keep, original],
  )
  const low = useLowWords(drawn)
  return (
    <section aria-label="Transcript tools" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SearchBox segments={drawn.segments} box={box} />
        {shown.isEdited && (
          <ActionButton
            name="Show original"
            word="Show original"
            aria-pressed={view === 'original'}
            icon={<History size={16} strokeWidth={1.5} aria-hidden="true" />}
            onClick={() => setView(view === 'original' ? 'copy' : 'original')}
          />
        )}
        {(shown.isEdited || before) && (
          <ActionButton
            name={before ? 'Undo revert' : 'Revert all edits'}
            word={before ? 'Undo revert' : 'Revert all'}
            icon={null}
            onClick={() => {
              setBefore(before ? undefined : copy.texts)
              keep((now) => ({ ...now, texts: before ?? {} }))
            }}
          />
        )}
        <CopyButton name="Copy transcript" text={() => plainText(drawn)} look="usual" />
        <ExportMenu run={run} isOpen={isOpen} original={named} shown={shown} />
      </div>
      {trouble && (
        <Callout tone="danger" title="Your last edit is not saved" urgent>
          <p>The browser’s storage refused it. Export the edited copy now; it is lost when this page closes.</p>
        </Callout>
      )}
      {original.isRecognised === false && (
        <Callout title="Speech was heard, but not recognised">
          <p>
            The sandbox recognises only what it spoke itself, and never invents words. It shows where a voice is heard.
          </p>
        </Callout>
      )}
      <Speakers
        labels={speakersOf(original)}
        names={speakers ?? {}}
        rename={(label, name) =>
          keep(({ speakers: { [label]: _, ...others } = {}, ...rest }) => ({
            ...rest,
            speakers: { ...others, ...(name !== '' && name !== label && { [label]: name }) },
          }))
        }
      />
      {low.length > 0 && (
        <LowWords
          places={low}
          onShow={(place) => {
            const row = rowOf(box.current, place)
            if (row && box.current) reveal(box.current, row)
            row?.querySelector<HTMLElement>('[data-first]')?.focus()
          }}
        />
      )}
      <TranscriptList
        transcript={drawn}
        box={box}
        playback={playback}
        write={view === 'copy' && !isOpen ? write : undefined}
      />
    </section>
  )
}

/** The place of the segment of each word that the model is not sure of. */
function useLowWords({ segments }: ShownTranscript): readonly number[] {
  return useMemo(
    () =>
      segments.flatMap(({ words }, place) =>
        words.filter(({ confidence }) => confidence !== undefined && confidence < lowConfidence).map(() => place),
      ),
    [segments],
  )
}

function LowWords({
  places,
  onShow,
}: {
  readonly places: readonly number[]
  readonly onShow: (place: number) => void
}) {
  const [next, setNext] = useState(0)
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
