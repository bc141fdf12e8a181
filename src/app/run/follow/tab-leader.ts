import type { RunTools } from '../run-tools.ts'

type LeaderTools = Pick<RunTools, 'locks' | 'isVisible' | 'onVisible'>

/** The work that one tab does for all, by name. `onChange` is called when this tab gets or loses some of it. */
export function createLeaders(tools: LeaderTools, onChange: () => void) {
  const leaders = new Map<string, ReturnType<typeof becomeLeader>>()
  return {
    /** Whether this tab does it; takes part in the choice from the first call on. */
    isOurs(name: string): boolean {
      const leader = leaders.get(name) ?? becomeLeader(tools, name, onChange)
      leaders.set(name, leader)
      return leader.isOurs()
    },
    /** Lets other tabs do the work. */
    close(): void {
      for (const leader of leaders.values()) leader.close()
    },
  }
}

/**
 * Holds the Web Lock `name` among all tabs: the tab that a person sees takes it from the others, and each of those waits for it again, so
 * that a tab which is closed or killed is followed by the next. Without a lock manager every tab does the work.
 */
function becomeLeader({ locks, isVisible, onVisible }: LeaderTools, name: string, onChange: () => void) {
  if (locks === undefined) return { isOurs: () => true, close: () => {} }
  let isOurs = false
  let isOver = false
  /** Ends the request before, whether it waits or holds the lock. */
  let leave = () => {}

  async function ask(steals: boolean): Promise<void> {
    leave()
    const waiting = new AbortController()
    let isLeft = false
    let wasOurs = false
    let release = () => {}
    leave = () => {
      isLeft = true
      waiting.abort()
      release()
    }
    const hold = () =>
      new Promise<void>((done) => {
        release = done
        if (isLeft) return done()
        wasOurs = true
        isOurs = true
        queueMicrotask(onChange)
      })
    await locks?.request(name, steals ? { steal: true } : { signal: waiting.signal }, hold).catch(() => {})
    if (isLeft) return
    // Another tab took it; or the browser refuses locks, which is as if there were none.
    isOurs = !wasOurs
    onChange()
    if (wasOurs) void ask(false)
  }

  void ask(isVisible())
  const forget = onVisible(() => {
    if (isVisible() && !isOurs && !isOver) void ask(true)
  })
  return {
    isOurs: () => isOurs,
    close() {
      isOver = true
      isOurs = false
      forget()
      leave()
    },
  }
}
