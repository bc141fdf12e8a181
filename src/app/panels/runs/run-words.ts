import {
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleStop,
  CircleX,
  Hourglass,
  Scissors,
  TriangleAlert,
} from 'lucide-react'
import { routeOf } from '#contract/routes.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { grouped } from '../../ui/format.ts'

type Row = Pick<Run, 'status' | 'resolution' | 'endpoint'>

const words = {
  queued: { icon: Hourglass, ink: 'text-cable', word: 'Queued' },
  running: { icon: Hourglass, ink: 'text-cable', word: 'Job running' },
  completed: { icon: Check, ink: 'text-soft', word: 'Completed' },
  incomplete: { icon: Scissors, ink: 'text-warning', word: 'Incomplete' },
  failed: { icon: CircleX, ink: 'text-danger', word: 'Failed' },
  unconfirmed: { icon: TriangleAlert, ink: 'text-warning', word: 'Unconfirmed' },
  interrupted: { icon: Scissors, ink: 'text-warning', word: 'Cut off' },
  stopped: { icon: CircleStop, ink: 'text-soft', word: 'Stopped' },
  refused: { icon: CircleX, ink: 'text-danger', word: 'Refused' },
  unknown: { icon: CircleHelp, ink: 'text-warning', word: 'Unknown' },
  draft: { icon: CircleSlash, ink: 'text-faint', word: 'Not sent' },
} as const

const onItsWay = { icon: CircleDashed, ink: 'text-cable', word: 'Running' } as const
const resolutions = { given_up: 'Dismissed', repeated: 'Run again', recovered: undefined }

/** Label, icon and colour of a run's status. */
export function stateOf({ status, resolution }: Row) {
  if (status === 'prepared' || status === 'sending' || status === 'receiving') return onItsWay
  const state = words[status]
  const word = status === 'unknown' && resolution !== undefined ? resolutions[resolution] : undefined
  return word === undefined ? state : { ...state, ink: 'text-soft', word }
}

/** The labels of the states in the filter. */
export const stateNames = {
  ruling: 'Unknown result',
  open: 'Running',
  ...Object.fromEntries(Object.entries(words).map(([status, { word }]) => [status, word])),
}

export function endpointTitle(endpoint: string): string {
  return routeOf(endpoint)?.title ?? endpoint
}

/** The duration of a run that is not open; a router gives that of a job in whole seconds. */
export function secondsOf(run: Pick<Run, 'status' | 'job' | 'log' | 'times' | 'tracked'>): string | undefined {
  const taken = isOpen(run.status) ? undefined : timeTaken(run)
  return taken === undefined ? undefined : `${(taken / 1000).toFixed(run.job === undefined ? 2 : 0)} s`
}

/** Input and output tokens; undefined where neither was reported. */
export function tokensInOut({ usage }: Pick<Run, 'usage'>): string | undefined {
  if (usage?.input === undefined && usage?.output === undefined) return undefined
  return `${count(usage.input)} → ${count(usage.output)}`
}

const count = (tokens: number | boolean | undefined) => (tokens === undefined ? '?' : grouped(Number(tokens)))

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export const fullTime = (at: number): string => full.format(at)
