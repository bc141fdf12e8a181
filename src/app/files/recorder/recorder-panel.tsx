import { Circle, Mic, Pause, Play, Square, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FileFacts } from '#contract/core/field.ts'
import { recordingsOf } from '../../run/recordings.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'
import { clockTime, lengthLimit } from '../../ui/format.ts'
import { letterOf, useLetterHint } from '../../ui/keys/letter-keys.tsx'
import { usePageState } from '../../ui/page-state.ts'
import type { NamedFile } from '../read-file.ts'
import { LevelMeter } from './level-meter.tsx'
import { cannotRecord, microphoneSettings, recordingType } from './microphone.ts'
import { MicrophoneFields } from './microphone-fields.tsx'
import { Recorder, type RecorderState, type Take } from './recorder.ts'
import { TakeRow } from './take-row.tsx'
import type { Takes } from './takes.ts'

interface RecorderPanelProps {
  readonly facts: FileFacts
  readonly takes: Takes
  readonly begin: boolean
  /** `ids` are the recordings that this one replaces, itself among them. */
  readonly onUse: (file: NamedFile, ids: readonly string[]) => void
}

/** Bits per second: more than speech needs. */
const bitRate = 128_000

/** Seconds that a recording may have: an hour, or less where a file of the field would become too large. */
export const limitFor = ({ maxBytes }: Pick<FileFacts, 'maxBytes'>): number =>
  Math.min(3600, Math.floor(((maxBytes * 8) / bitRate) * 0.9))

/** Records, and lists what was recorded and not used yet. With its end a recording in progress ends and is kept. */
export function RecorderPanel({ facts, takes, begin, onUse }: RecorderPanelProps) {
  const runs = useRuns()
  const limit = limitFor(facts)
  const [made, setMade] = useState<readonly string[]>([])
  const [recorder] = useState(() => {
    const problem = cannotRecord(window)
    if (problem !== undefined) return problem
    const type = recordingType((one) => MediaRecorder.isTypeSupported(one))
    return new Recorder({
      devices: navigator.mediaDevices,
      settings: microphoneSettings.get,
      create: (stream) =>
        new MediaRecorder(stream, { audioBitsPerSecond: bitRate, ...(type !== undefined && { mimeType: type }) }),
      clock: runs.page.clock,
      begin: recordingsOf(runs).begin,
      onTake(take: Take) {
        takes.add(take)
        setMade((before) => [...before, take.id])
      },
      limit: { seconds: limit, says: `The recording ended at the limit of ${lengthLimit(limit)}.` },
    })
  })
  const { takes: unused, discarded } = usePageState(takes.shown)
  const isBusy = useBusy(typeof recorder === 'string' ? undefined : recorder)
  useEffect(() => takes.settle, [takes])
  return (
    <div className="grid grid-cols-1 gap-5">
      {typeof recorder === 'string' ? (
        <Problem words={recorder} />
      ) : (
        <Controls recorder={recorder} limit={limit} begin={begin} hasTakes={unused.length > 0} />
      )}
      {/* None is heard while another one is made. */}
      {unused.length > 0 && !isBusy && (
        <ol aria-label="Recordings" className="grid grid-cols-1 gap-2">
          {unused.toReversed().map((take, at) => (
            <TakeRow
              key={take.id}
              {...{ take, takes }}
              newest={at === 0}
              onUse={(file) => onUse(file, made.includes(take.id) ? made : [take.id])}
            />
          ))}
        </ol>
      )}
      {discarded && (
        <p role="status" className="flex items-center gap-2 text-soft text-xs">
          Recording discarded.
          <Button look="quiet" icon={<Undo2 size={16} />} onClick={takes.undo}>
            Undo
          </Button>
        </p>
      )}
      {typeof recorder !== 'string' && !isBusy && <MicrophoneFields recorder={recorder} />}
    </div>
  )
}

const Problem = ({ words }: { readonly words: string }) => (
  <p role="alert" className="flex gap-2 text-danger text-xs">
    <TriangleAlert size={16} className="shrink-0" />
    {words}
  </p>
)

const never = () => () => {}

function useBusy(recorder: Recorder | undefined): boolean {
  const status = useSyncExternalStore(recorder?.subscribe ?? never, () => recorder?.state().status)
  return status !== undefined && status !== 'off' && status !== 'ready' && status !== 'opening'
}

interface ControlsProps {
  readonly recorder: Recorder
  readonly limit: number
  readonly begin: boolean
  readonly hasTakes: boolean
}

function Controls({ recorder, limit, begin, hasTakes }: ControlsProps) {
  const state = useSyncExternalStore(recorder.subscribe, recorder.state)
  const { status, stream, problem, muted, left } = state
  const group = useRef<HTMLDivElement>(null)
  const time = useRef<HTMLParagraphElement>(null)
  const isRecording = status === 'recording' || status === 'paused'
  useEffect(() => {
    if (begin) void recorder.open()
    return recorder.close
  }, [recorder, begin])
  useWarning(isRecording || status === 'finishing')
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event, recorder)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [recorder])
  // Off the buttons, which come and go, and which Space and Enter press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and when a recording begins and ends.
  useEffect(() => group.current?.focus(), [isRecording])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div ref={group} role="group" aria-label="Recorder" tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <p role="status" className="sr-only">
        {spoken[status]}
      </p>
      {problem && <Problem words={problem} />}
      {muted && <Problem words="The system has muted the microphone." />}
      {stream && (
        <>
          <LevelMeter
            key={isRecording ? 'recording' : 'ready'}
            stream={stream}
            onFrame={() => {
              if (time.current) time.current.textContent = clockTime(recorder.elapsed())
            }}
          />
          <div className="flex items-baseline justify-between gap-3">
            <p className="flex items-center gap-2 font-mono text-2xl tabular-nums">
              <Circle
                size={12}
                aria-hidden="true"
                className={`stroke-2 ${status === 'recording' ? 'fill-danger text-danger' : 'text-faint'}`}
              />
              <span ref={time} role="timer">
                {clockTime(recorder.elapsed())}
              </span>
            </p>
            <p className="text-faint text-xs">
              {status === 'counting'
                ? `Starts in ${left}`
                : status === 'paused'
                  ? 'Paused'
                  : `Max ${lengthLimit(limit)}`}
            </p>
          </div>
        </>
      )}
      <Buttons recorder={recorder} state={state} hasTakes={hasTakes} />
    </div>
  )
}

interface ButtonsProps extends Pick<ControlsProps, 'recorder' | 'hasTakes'> {
  readonly state: RecorderState
}

function Buttons({ recorder, state: { status, problem }, hasTakes }: ButtonsProps) {
  const hint = useLetterHint()
  switch (status) {
    case 'recording':
    case 'paused':
      return (
        <div className="flex flex-wrap gap-2">
          {status === 'recording' ? (
            <Button icon={<Pause size={16} />} keys="Space" onClick={recorder.pause}>
              Pause
            </Button>
          ) : (
            <Button icon={<Play size={16} />} keys="Space" onClick={recorder.resume}>
              Resume
            </Button>
          )}
          <Button look="primary" icon={<Square size={16} />} keys="↵" onClick={recorder.stop}>
            Stop
          </Button>
        </div>
      )
    case 'counting':
      return (
        <div className="flex">
          <Button onClick={recorder.stop}>Cancel</Button>
        </div>
      )
    case 'opening':
      return <p className="text-soft text-sm">Waiting for access to the microphone…</p>
    case 'finishing':
      return <p className="text-soft text-sm">Saving…</p>
    default:
      return (
        <div className="flex">
          <Button
            look={hasTakes ? 'outline' : 'primary'}
            icon={status === 'off' && problem ? <Mic size={16} /> : <Circle size={16} className="fill-current" />}
            {...hint('R')}
            onClick={() => begin(recorder)}
          >
            {status === 'off' && problem ? 'Open microphone' : hasTakes ? 'Record again' : 'Start recording'}
          </Button>
        </div>
      )
  }
}

const ownKeys = 'button, select, input, audio, a, [role=slider]'

/** Records; after a problem only opens the microphone, so that its level is seen first. */
function begin(recorder: Recorder): void {
  const { status, problem } = recorder.state()
  void (status === 'off' && problem ? recorder.open() : recorder.start())
}

/** R starts, Space pauses and resumes, Enter stops; a control that has the focus keeps its own keys. */
function pressed(event: KeyboardEvent, recorder: Recorder): void {
  const { status } = recorder.state()
  if (event.repeat || event.defaultPrevented) return
  if (letterOf(event) === 'r' && (status === 'ready' || status === 'off')) {
    event.preventDefault()
    begin(recorder)
    return
  }
  const isOwn = event.target instanceof Element && event.target.closest(ownKeys) !== null
  if (isOwn || (status !== 'recording' && status !== 'paused')) return
  if (event.key !== ' ' && event.key !== 'Enter') return
  event.preventDefault()
  if (event.key === 'Enter') recorder.stop()
  else if (status === 'paused') recorder.resume()
  else recorder.pause()
}

const spoken: Readonly<Partial<Record<RecorderState['status'], string>>> = {
  ready: 'Microphone open.',
  counting: 'Recording starts in 3 seconds.',
  recording: 'Recording.',
  paused: 'Paused.',
  finishing: 'Recording stopped.',
}

function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
}
