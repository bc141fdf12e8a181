type Missing = 'updated' | 'offline' | 'unreachable'

const words: Readonly<Record<Missing, string>> = {
  updated: 'Patchbay was updated. Reload to continue.',
  offline: 'You are offline. Reconnect and try again.',
  unreachable: 'Could not reach the server. Try again.',
}

/** Code that is loaded later could not be fetched; the message is for the screen. */
export class MissingCode extends Error {
  readonly why: Missing

  constructor(why: Missing, cause: unknown) {
    super(words[why], { cause })
    this.why = why
  }
}

/** The error for code that could not be fetched for `cause`. */
export const missingCode = async (cause: unknown): Promise<MissingCode> => new MissingCode(await whyMissing(), cause)

/** What to say about an error of code that loads late. */
export const sayMissing = (error: unknown, otherwise: string): string =>
  error instanceof MissingCode ? error.message : otherwise

/** A server has the files of its own build only: where it answers and a file cannot be loaded, its build is another one. */
async function whyMissing(): Promise<Missing> {
  const isUp = await fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isUp ? 'updated' : navigator.onLine ? 'unreachable' : 'offline'
}

type Load<Code> = () => Promise<Code>

/** Loads one piece in each idle moment once it is started, also what is added later. One that cannot be loaded stops it until the next start. @internal */
export function idleLoader(idle: () => Promise<unknown>) {
  const waiting: Load<unknown>[] = []
  let state: 'stopped' | 'resting' | 'loading' = 'stopped'
  async function loadAll(): Promise<void> {
    if (state === 'loading') return
    state = 'loading'
    try {
      for (let load = waiting[0]; load; load = waiting[0]) {
        await idle()
        await load()
        waiting.shift()
      }
      state = 'resting'
    } catch {
      state = 'stopped'
    }
  }
  return {
    add(...loads: readonly Load<unknown>[]): void {
      waiting.push(...loads)
      if (state === 'resting') void loadAll()
    },
    start: () => void loadAll(),
  }
}

/** What is busy: an answer that arrives, a plan that is sent. */
const busy = '[aria-busy="true"], [data-running]'

const pause = (ms: number) => new Promise<unknown>((done) => setTimeout(done, ms))

/** Resolves in an idle moment in which nothing is busy. Safari has no `requestIdleCallback`. @internal */
export async function idleMoment(): Promise<void> {
  while (document.querySelector(busy)) await pause(1_000)
  await ('requestIdleCallback' in globalThis ? new Promise<unknown>((done) => requestIdleCallback(done)) : pause(200))
}

const loader = idleLoader(idleMoment)

/**
 * Declares code that is loaded later. The loader rejects with `MissingCode`; the next call tries again. Call it where a module is
 * evaluated, so that `loadWhenIdle` knows the code.
 */
export function lateCode<Code>(load: Load<Code>): Load<Code> {
  loader.add(load)
  return () =>
    load().catch(async (cause: unknown) => {
      throw await missingCode(cause)
    })
}

/**
 * Loads all declared code, and `more`, in idle moments while nothing is busy: a page that loses its network or outlives its server's build
 * then has it.
 */
export function loadWhenIdle(more: readonly Load<unknown>[]): void {
  loader.add(...more)
  loader.start()
  addEventListener('online', loader.start)
}
