import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { jsonIn, recordOf, textOrJson } from '#contract/core/loose-json.ts'
import { readResultLines } from '#lab/writers/result-lines.ts'
import { labCommand } from '../lab-command.ts'
import { Wrong } from '../surroundings.ts'

let folder = ''
let servers: Server[] = []

/** Gives each test of a file a folder, and ends its servers. Called by each file: files of one worker share this module, which is run once. */
export function eachInOwnFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lab-run-'))
  })
  afterEach(() => {
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
    servers = []
    rmSync(folder, { recursive: true })
  })
}

/** A path in a folder of the test. */
export const inFolder = (name: string): string => join(folder, name)

export type Answer = (prompt: string, response: ServerResponse) => void

export function replyOf(text: string): object {
  const content = [{ type: 'output_text', text }]
  const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }]
  return { id: 'r', object: 'response', status: 'completed', model: 'm', output }
}

export const answer = (text: string, response: ServerResponse): void => answerJson(replyOf(text), response)

export function answerJson(value: unknown, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

export const answered: Answer = (prompt, response) => answer(`Echo ${prompt}`, response)

export const refused =
  (status: number): Answer =>
  (_, response) => {
    response.statusCode = status
    answerJson({ error: { message: 'Not now.', type: 'error', code: 'x' } }, response)
  }

/** A server on a free port, until the end of the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address === 'string' || address === null) throw new Error('The server does not listen.')
  return `http://127.0.0.1:${address.port}/v1`
}

/** The list of a router with one model. */
export const modelList = (price?: string) => ({
  object: 'list',
  data: [{ id: 'm', object: 'model', ...(price !== undefined && { pricing: { unit: 'cauris', api: price } }) }],
})

/** A router that counts the prompts that it was sent. `price` is that of its one model. */
export async function startRouter(reply: Answer = answered, price?: string) {
  const prompts: string[] = []
  const baseUrl = await serve(async (request, response) => {
    if (request.method === 'GET') return answerJson(modelList(price), response)
    let body = ''
    for await (const part of request) body += part
    const prompt = textOrJson(recordOf(jsonIn(body)).input)
    prompts.push(prompt)
    return reply(prompt, response)
  })
  return { baseUrl, prompts }
}

export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n: `p${n}` }))

export function planFile(own: object = {}): string {
  const path = inFolder('plan.json')
  const plan = { format: 'patchbay-plan', version: 1, name: 'Echo', tool: 'chat', request: { input: '{{n}}' } }
  writeFileSync(path, JSON.stringify({ ...plan, axes: { models: ['m'] }, rows: rows(4), ...own }))
  return path
}

interface Ran {
  readonly exit: number
  readonly said: string
}

export async function command(args: readonly string[], stop = new AbortController().signal): Promise<Ran> {
  const said: string[] = []
  const surroundings = {
    ...{ variables: { LOCAL_SERVERS: 'off' }, stop, progress: () => {} },
    ...{ print: (text: string) => void said.push(text), complain: (text: string) => void said.push(text) },
  }
  const exit = await labCommand(args, surroundings).catch((thrown: unknown) => {
    if (!(thrown instanceof Wrong)) throw thrown
    said.push(thrown.message)
    return thrown.exit
  })
  return { exit, said: said.join('\n') }
}

export const out = () => inFolder('out')
export const runIn = (to: string, plan: string, baseUrl: string, ...more: readonly string[]) =>
  command(['run', plan, '-o', to, '--base-url', baseUrl, ...more])
export const textOf = (name: string, from = out()) => readFileSync(join(from, name), 'utf8')
export const resultsIn = (from = out()) => readResultLines(textOf('results.jsonl', from)).results
