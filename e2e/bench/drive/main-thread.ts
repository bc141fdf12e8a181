import type { CDPSession } from '@playwright/test'

/** What a page's main thread has done since it began, in ms of its own CPU time. */
export interface MainThread {
  /** Script, style, layout, paint, commit and collecting garbage. */
  readonly cpu: number
  readonly script: number
}

export async function watchMainThread(session: CDPSession): Promise<() => Promise<MainThread>> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const value = await metricsOf(session)
    return { cpu: value('TaskDuration') * 1000, script: value('ScriptDuration') * 1000 }
  }
}

/** JavaScript heap in bytes, after what nobody holds is gone. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  return (await metricsOf(session))('JSHeapUsedSize')
}

async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}
