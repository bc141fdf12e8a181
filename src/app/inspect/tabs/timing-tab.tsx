import { ownOf } from '#contract/core/loose-json.ts'
import { isPoll } from '../../run/jobs/polls.ts'
import { isEnded } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { useEvents } from '../../run/use-events.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Nothing, TabPart } from './facts.tsx'

export function TimingTab({ run }: { run: Run }) {
  return run.job === undefined ? <Timing run={run} moments={momentsOf(run)} /> : <JobTiming run={run} />
}

/** That of a job: its last poll stands in its events. */
function JobTiming({ run }: { run: Run }) {
  const { events } = useEvents(run.id)
  return <Timing run={run} moments={jobMomentsOf(run, events.findLast(isPoll))} />
}

function Timing({ run, moments }: { run: Run; moments: readonly Moment[] }) {
  const spans = spansOf(moments)
  return (
    <>
      <TabPart title="Waterfall">
        {spans.length === 0 ? <Nothing>Nothing sent yet.</Nothing> : <Waterfall spans={spans} />}
      </TabPart>
      <TabPart title="Timeline" aside={<CopyButton name="Copy timeline" text={() => asText(moments)} />}>
        <table className="mx-5 w-[calc(100%-2.5rem)] text-xs">
          <thead className="text-faint">
            <tr>
              {['Moment', 'Since send', 'Since previous'].map((title) => (
                <th key={title} scope="col" className="text-right font-normal first:text-left">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono tabular-nums">
            {moments.map(({ name, at }, place) => (
              <tr key={name} className="h-7">
                <th scope="row" className="text-left font-normal font-sans">
                  {name}
                </th>
                <td className="text-right">
                  {at === undefined ? <span className="text-faint">not recorded</span> : milliseconds(at)}
                </td>
                <td className="text-right text-soft">{sinceBefore(moments, place)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TabPart>
      <TabPart title="States">
        <ol className="px-5 font-mono text-xs">
          {run.log.map(({ status, at }) => (
            <li key={`${status}${at}`} className="flex min-h-6 items-center gap-4">
              <time dateTime={new Date(at).toISOString()} className="text-faint tabular-nums">
                {clockOf(at)}
              </time>
              {status}
            </li>
          ))}
        </ol>
      </TabPart>
    </>
  )
}

const clockOf = (at: number) =>
  new Date(at).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })

function sinceBefore(moments: readonly Moment[], place: number): string {
  const at = moments[place]?.at
  const before = moments.slice(0, place).findLast((moment) => moment.at !== undefined)?.at
  return at === undefined || before === undefined ? '' : `+${milliseconds(Math.max(0, at - before))}`
}

const asText = (moments: readonly Moment[]) =>
  moments.map(({ name, at }) => `${name}\t${at === undefined ? 'not recorded' : milliseconds(at)}`).join('\n')

const row = 28

/** The spans as a waterfall. Hidden from assistive technology, since the table has the same values. */
function Waterfall({ spans }: { spans: readonly Span[] }) {
  const whole = Math.max(1, ...spans.map(({ to }) => to))
  const share = (ms: number) => `${(ms / whole) * 100}%`
  return (
    <svg aria-hidden="true" width="100%" height={spans.length * row} className="px-5">
      {spans.map(({ name, from, to, look }, place) => (
        <g key={name}>
          <text x={0} y={place * row + 12} className="fill-soft text-2xs">
            {name}
          </text>
          <text x="100%" y={place * row + 12} textAnchor="end" className="fill-faint font-mono text-2xs tabular-nums">
            {milliseconds(to - from)}
          </text>
          <rect x={0} y={place * row + 18} width="100%" height={4} rx={2} className="fill-sunken" />
          <rect
            x={share(from)}
            y={place * row + 18}
            width={share(Math.max(to - from, whole / 200))}
            height={4}
            rx={2}
            className={look === 'receiving' ? 'fill-cable' : 'fill-line-strong'}
          />
        </g>
      ))}
    </svg>
  )
}

/** A span of a run, in ms since the press. */
export interface Span {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly look: 'waiting' | 'receiving'
}

/** A moment of a run, in ms since the press; undefined if it did not occur or was not recorded. */
export interface Moment {
  readonly name: string
  readonly at: number | undefined
}

type Timed = Pick<Run, 'log' | 'times'>
type TimedJob = Timed & Pick<Run, 'status'>

export function momentsOf({ log, times }: Timed): readonly Moment[] {
  const queued = log.find(({ status }) => status === 'prepared')?.mono
  const sent = log.find(({ status }) => status === 'sending')?.mono
  const wait = queued === undefined || sent === undefined ? 0 : Math.max(0, sent - queued)
  const after = (ms: number | undefined) => (ms === undefined ? undefined : wait + ms)
  return [
    { name: 'Queued', at: queued === undefined ? undefined : 0 },
    { name: 'Sent', at: sent === undefined ? undefined : wait },
    { name: 'Headers', at: after(times?.headers) },
    { name: 'First byte', at: after(times?.firstByte) },
    times?.firstSound === undefined
      ? { name: 'First token', at: after(times?.firstToken) }
      : { name: 'First audio', at: after(times.firstSound) },
    { name: 'Last byte', at: after(times?.end) },
  ]
}

/** The moments of a job: up to its creation those of the reply, then those of its log. `lastPoll`: its `at` counts from the send. */
export function jobMomentsOf(run: TimedJob, lastPoll?: { readonly at: number }): readonly Moment[] {
  const { status, log } = run
  const own = momentsOf(run)
  const sent = own.find(({ name }) => name === 'Sent')?.at
  const start = log.find((step) => step.status === 'prepared')?.at ?? log[0]?.at
  const stepAt = (step: Run['log'][number] | undefined) =>
    step === undefined || start === undefined ? undefined : Math.max(0, step.at - start)
  const end = isEnded(status) ? stepAt(log.at(-1)) : undefined
  const done = end === undefined || lastPoll === undefined ? undefined : Math.min(end, (sent ?? 0) + lastPoll.at)
  return [
    ...own.filter(({ name }) => name !== 'First token' && name !== 'Last byte'),
    { name: 'Job created', at: own.find(({ name }) => name === 'Last byte')?.at },
    { name: 'Job running', at: stepAt(log.find((step) => step.status === 'running')) },
    { name: 'Job ended', at: done },
    { name: 'Run ended', at: end },
  ]
}

const names: Readonly<Record<string, string>> = {
  Sent: 'Queued',
  Headers: 'Waiting for headers',
  'First byte': 'Waiting for the first byte',
  'First token': 'Waiting for the first token',
  'First audio': 'Waiting for the first audio',
  'Last byte': 'Receiving',
  'Job created': 'Creating the job',
  'Job running': 'Queued at the router',
  'Job ended': 'Running',
  'Run ended': 'Downloading',
}

export function spansOf(moments: readonly Moment[]): readonly Span[] {
  const known = moments.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
  return known.slice(1).map(({ name, at }, before) => ({
    name: ownOf(names, name) ?? name,
    from: known[before]?.at ?? 0,
    to: Math.max(at, known[before]?.at ?? 0),
    look: name === 'Last byte' || name === 'Run ended' ? 'receiving' : 'waiting',
  }))
}

export const milliseconds = (ms: number): string =>
  `${ms.toLocaleString('en', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`
