import { jsonIn, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { SentRecord } from '../../run/history/record-schema.ts'
import { indented } from './javascript-reply.ts'
import { deeper } from './python-reply.ts'

/** The fields in which a router gives the id and the state of a job. */
export interface JobFields {
  readonly id: string
  readonly state: string
  /** The one with the address of its state, for jobs that the interface cannot read: as far as it is known, on the router's origin. */
  readonly address?: string
  /** It is a video's, which the interface can read. */
  readonly isVideo: boolean
}

/** Read from the reply that announced the run's job; those of OpenAI where it is lost. */
export function jobFieldsOf({ run, events }: Pick<SentRecord, 'run' | 'events'>): JobFields {
  const reply = recordOf(jsonIn(events[0]?.data ?? ''))
  const id = Object.keys(reply).find((name) => /^\w+$/.test(name) && textOf(ownOf(reply, name)) === run.job)
  const hasId = run.job === undefined || reply.id === run.job
  const address = ['status_url', 'polling_url'].find((name) =>
    isOwn(run.connection.baseUrl, textOf(ownOf(reply, name)) ?? 'about:blank'),
  )
  return {
    ...(address !== undefined && { address }),
    isVideo: run.endpoint === 'videos.create',
    id: (!hasId && id) || 'id',
    state: textOf(reply.status) === undefined && textOf(reply.state) ? 'state' : 'status',
  }
}

const isOwn = (baseUrl: string, address: string) =>
  URL.canParse(address, baseUrl) && new URL(address, baseUrl).origin === new URL(baseUrl).origin

/** Regular expressions for the first letters of the words by which routers say that a job has ended; in any other state it goes on. */
export const completedWords = '^(complete|succe|done|ready|finish|dubbed)'
export const failedWords = '^(fail|error|reject|moderat|content_filter|expire|cancel)'

/**
 * JavaScript that repeats `poll` until the job in the variable `name` has completed. `poll` sets it anew and may change `pause`, the seconds
 * until the next poll. The id is printed first: the job goes on at the router where the program ends early.
 */
export function javascriptWait({ id, state }: JobFields, poll: readonly string[], name = 'video'): readonly string[] {
  return [
    `const id = ${name}.${id}`,
    'console.log(id)',
    'let pause = 2',
    `while (!/${completedWords}/i.test(${name}.${state})) {`,
    `  if (/${failedWords}/i.test(${name}.${state})) throw new Error(JSON.stringify(${name}))`,
    '  await new Promise((resolve) => setTimeout(resolve, pause * 1000))',
    '  pause = Math.min(pause * 1.5, 15)',
    ...indented(poll),
    `  console.log(${name}.${state}, ${name}.progress ?? '')`,
    '}',
  ]
}

/** `javascriptWait` in Python, for a job whose id is in `id`. `state` and `progress` are expressions that read these fields of it. */
export function pythonWait(
  { state, progress }: { readonly state: string; readonly progress: string },
  poll: readonly string[],
  name = 'video',
): readonly string[] {
  return [
    'print(id)',
    'pause = 2',
    `while not re.match(r"${completedWords}", ${state}, re.I):`,
    `    if re.match(r"${failedWords}", ${state}, re.I):`,
    `        raise SystemExit(${name})`,
    '    time.sleep(pause)',
    '    pause = min(pause * 1.5, 15)',
    ...deeper(poll),
    `    print(${state}, ${progress})`,
  ]
}
