import {
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleStop,
  CircleX,
  CloudOff,
  Download,
  EyeOff,
  Hourglass,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  Scissors,
  TimerOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import { isJob, type RunStatus } from '#contract/core/statuses.ts'
import type { Hold, Transfer } from '../../run/follow/follow.ts'
import type { Run } from '../../run/run.ts'

interface RunState {
  readonly icon: LucideIcon
  readonly ink: string
  readonly word: string
  /** The router's own word for the state of a job, where it says more. */
  readonly own?: string
}

const words = {
  queued: { icon: Hourglass, ink: 'text-cable', word: 'Queued' },
  running: { icon: LoaderCircle, ink: 'text-cable', word: 'Running' },
  completed: { icon: Check, ink: 'text-soft', word: 'Completed' },
  incomplete: { icon: Scissors, ink: 'text-warning', word: 'Incomplete' },
  failed: { icon: CircleX, ink: 'text-danger', word: 'Failed' },
  unconfirmed: { icon: TriangleAlert, ink: 'text-warning', word: 'Unconfirmed' },
  interrupted: { icon: Scissors, ink: 'text-warning', word: 'Cut off' },
  stopped: { icon: CircleStop, ink: 'text-soft', word: 'Stopped' },
  refused: { icon: CircleX, ink: 'text-danger', word: 'Refused' },
  unknown: { icon: CircleHelp, ink: 'text-warning', word: 'Unknown result' },
  draft: { icon: CircleSlash, ink: 'text-faint', word: 'Not sent' },
} as const satisfies Partial<Record<RunStatus, RunState>>

const sent: RunState = { icon: CircleDashed, ink: 'text-cable', word: 'Running' }
const downloading: RunState = { icon: Download, ink: 'text-cable', word: 'Waiting to download' }
const unwatched: RunState = { icon: EyeOff, ink: 'text-soft', word: 'Not tracked' }

/** Ends of jobs that have a word of their own. */
const oddEnds: ReadonlyMap<string, RunState> = new Map([
  ['failed expired', { icon: TimerOff, ink: 'text-warning', word: 'Expired' }],
  ['failed not found', { icon: CircleHelp, ink: 'text-warning', word: 'Not found' }],
  ['unknown stale', { icon: TriangleAlert, ink: 'text-warning', word: 'Status unknown' }],
  ['interrupted not downloaded', { icon: CloudOff, ink: 'text-warning', word: 'Not downloaded' }],
])

const resolutions = { given_up: 'Dismissed', repeated: 'Run again', recovered: undefined }

const holds: Readonly<Record<Hold, RunState>> = {
  'key-wanted': { icon: KeyRound, ink: 'text-warning', word: 'Waiting for the API key' },
  'key-refused': { icon: KeyRound, ink: 'text-warning', word: 'API key refused' },
  'no-connection': { icon: Unplug, ink: 'text-warning', word: 'Connection removed' },
  offline: { icon: CloudOff, ink: 'text-warning', word: 'Offline, retrying' },
}

export const statusNames: Readonly<Partial<Record<RunStatus, string>>> = Object.fromEntries(
  Object.entries(words).map(([status, { word }]) => [status, word]),
)

type Facts = Pick<Run, 'status'> & Partial<Pick<Run, 'reason' | 'resolution' | 'jobState' | 'polling'>>

interface PageFacts {
  readonly hold?: Hold | undefined
  readonly transfer?: Transfer | undefined
}

export function stateOf(run: Facts, { hold, transfer }: PageFacts = {}): RunState {
  const { status, jobState, polling, reason } = run
  if (transfer) return { icon: Download, ink: 'text-cable', word: transferWords(transfer) }
  if (isJob(status)) {
    if (polling?.unwatched) return jobState?.noStatus ? { ...unwatched, word: 'No status URL' } : unwatched
    if (hold) return held(hold, polling?.troubleStatus)
    return jobState?.content === 'ready' ? downloading : withOwn(words[status], jobState?.word)
  }
  if (status === 'prepared' || status === 'sending' || status === 'receiving') return sent
  const odd = oddEnds.get(`${status} ${reason}`)
  if (odd) return odd
  if (status === 'failed' && jobState) return withOwn(words.failed, reason ?? jobState.word)
  const word = status === 'unknown' && run.resolution !== undefined ? resolutions[run.resolution] : undefined
  return word === undefined ? words[status] : { ...words[status], ink: 'text-soft', word }
}

/** A router that answers with an error is not out of reach. */
function held(hold: Hold, status: number | undefined): RunState {
  const isAnswered = hold === 'offline' && status !== undefined
  return isAnswered ? { ...holds.offline, icon: TriangleAlert, word: `HTTP ${status}, retrying` } : holds[hold]
}

/** The router's word is left out where it says the same. */
function withOwn(state: RunState, told = ''): RunState {
  const own = told
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .slice(0, 40)
  const isSame = own === '' || own === 'in progress' || own === state.word.toLowerCase()
  return isSame ? state : { ...state, own }
}

/** `Downloading 3.1 of 8.4 MB`. */
function transferWords({ state, received, total }: Transfer): string {
  if (state === 'waiting') return 'Waiting to download'
  const [unit, name] = (total ?? received) >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB']
  const figure = (bytes: number) => (bytes / unit).toFixed(1)
  return `Downloading ${figure(received)}${total === undefined ? '' : ` of ${figure(total)}`} ${name}`
}

/** The state of a run in one line: icon and words, with the router's own word where it says more. */
export function StateLabel({ state }: { readonly state: RunState }) {
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-xs ${state.ink}`}>
      <state.icon size={14} className="shrink-0" />
      <span className="min-w-0 truncate tabular-nums" dir="auto" title={state.own && `${state.word} · ${state.own}`}>
        {state.word}
        {state.own && <span className="text-soft"> · {state.own}</span>}
      </span>
    </span>
  )
}
