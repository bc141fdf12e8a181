import { Agent, request } from 'node:http'
import { benchKey } from './open-streams.ts'

const agent = new Agent({ keepAlive: true })

/** Milliseconds until a request is answered whole. */
export function ask(port: number, method: string, path: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${benchKey}` }
    const client = request({ port, host: '127.0.0.1', path, method, agent, headers }, (reply) => {
      reply.resume().on('end', () => resolve(performance.now() - begun))
    })
    client.on('error', reject)
    client.end()
  })
}

const everyMs = 25

/** Asks `GET /healthz` forty times a second, whether or not the one before is answered, until `work` is over. */
export async function probeWhile<T>(
  port: number,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly ms: number[] }> {
  const asked: Promise<number>[] = []
  const timer = setInterval(() => asked.push(ask(port, 'GET', '/healthz')), everyMs)
  const result = await work.finally(() => clearInterval(timer))
  return { result, ms: await Promise.all(asked) }
}
