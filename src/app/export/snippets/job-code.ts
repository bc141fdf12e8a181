import type { JobFields } from './call.ts'
import { indented } from './javascript-reply.ts'
import { deeper } from './python-reply.ts'

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
