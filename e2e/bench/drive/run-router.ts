import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../report/goal.ts'
import { type RouterSample, type RouterScenario, reportRouter, routerScenarios } from '../report/report-router.ts'
import { type Burst, type BurstResult, benchKey } from '../router/open-streams.ts'
import { ask, probeWhile } from '../router/probe.ts'
import { buildRouter, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

interface Served {
  readonly port: number
  stop(): Promise<void>
}

async function serveRouter(setting: Setting): Promise<Served> {
  const { url, stop } = await serveApp(setting, { ROUTER_API_KEY: benchKey })
  return { port: Number(new URL(url).port), stop }
}

/** The bare server, with what the router says to the same prompt. */
async function serveFloor(setting: Setting, { model, prompt }: RouterScenario): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-floor-'))
  const router = await serveRouter(setting)
  const reply = await fetch(`http://127.0.0.1:${router.port}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
    // Said without a pause; the floor has the pace from its own clock.
    body: JSON.stringify({ model: 'sandbox-fast', input: prompt, stream: true }),
  })
  writeFileSync(join(folder, 'events'), (await reply.text()).replaceAll('sandbox-fast', model))
  await router.stop()
  const child = fork(join(setting.here, 'dist/driver/floor-server.js'), [join(folder, 'events')])
  const [port] = await once(child, 'message')
  return {
    port: Number(port),
    async stop() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function burstOf({ here }: Setting, burst: Burst): Promise<BurstResult> {
  const child = fork(join(here, 'dist/driver/open-streams.js'))
  child.send(burst)
  const [result] = await once(child, 'message')
  return result
}

/** Stops some of the keyed streams half-way, one after the other. */
async function stopSome({ port, ms, isKeyed, streams }: Burst): Promise<number[]> {
  const times: number[] = []
  await new Promise((resolve) => setTimeout(resolve, ms / 2))
  for (let at = 0; isKeyed && at < Math.min(streams, 5); at += 1)
    times.push(await ask(port, 'DELETE', `/ops/bench-${streams - 1 - at}`))
  return times
}

/** The router under load: what one client does to all others. */
export async function runRouter(setting: Setting): Promise<Report> {
  const { quick, reps = quick ? 1 : 3 } = setting
  await buildRouter(setting)
  const samples: RouterSample[] = []
  for (let rep = 0; rep < reps; rep += 1)
    for (const scenario of routerScenarios)
      for (const contender of scenario.contenders) {
        const { port, stop } = await (contender === 'floor' ? serveFloor(setting, scenario) : serveRouter(setting))
        try {
          for (let warm = 0; warm < 20; warm += 1) await ask(port, 'GET', '/healthz')
          const { streams, model, prompt, ms, isLeft, isRepeated } = scenario
          const burst = { port, streams, model, prompt, ms, isLeft, isRepeated, isKeyed: contender === 'keyed' }
          const stopped = stopSome(burst)
          const { result, ms: healthz } = await probeWhile(port, burstOf(setting, burst))
          samples.push({ rep, scenario: scenario.name, contender, healthz, stops: await stopped, ...result })
          say(`router ${scenario.name} #${rep + 1} ${contender}: ${result.events} events`)
        } finally {
          await stop()
        }
      }
  return reportRouter(samples)
}
