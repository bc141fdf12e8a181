import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeUpstream, sendJson } from '../../testing/fake-upstream.ts'
import { configSchema } from './config-file.ts'
import { runCommand } from './run-command.ts'

const canary = 'sk-canary-0123456789'

async function run(args: readonly string[], variables: Record<string, string> = {}) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(
    args,
    { LOCAL_SERVERS: 'off', ...variables },
    {
      print: (line) => printed.push(line),
      complain: (line) => complaints.push(line),
    },
  )
  expect([...printed, ...complaints].join('\n')).not.toContain(canary)
  return { code, printed, complaints }
}

function fileWith(content: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'patchbay-command-')), 'my.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const listing = async (...ids: readonly string[]) => {
  const { upstream } = await fakeUpstream((_, reply) => sendJson(reply, { data: ids.map((id) => ({ id })) }))
  return upstream.baseUrl
}

const target = (provider: string, model: string) => ({ provider, model })

test('check counts what each provider lists and says what it serves under other ids', async () => {
  const file = fileWith({
    providers: [
      { id: 'team', baseUrl: await listing('llama-4', 'qwen3', 'old'), keyEnv: 'TEAM_KEY', exclude: ['old'] },
      { id: 'fixed', baseUrl: 'http://127.0.0.1:9/v1', models: ['phi-4'] },
    ],
    models: [{ id: 'house', providers: [target('fixed', 'gone'), target('team', 'llama-4')] }],
  })
  const OPENAI_BASE_URL = await listing('gpt-5.4-pro')
  const { code, printed, complaints } = await run(['check', file], { TEAM_KEY: canary, OPENAI_BASE_URL })
  expect([code, complaints]).toEqual([0, []])
  expect(printed.toSorted()).toEqual([
    `${file} is well-formed.`,
    'fixed: 1 model, as configured; it was not asked',
    'openai: 1 model; serves gen-5.4-pro as gpt-5.4-pro',
    'team: 2 of 3 models; serves house as llama-4',
  ])
})

test('check fails where no provider lists a public model, and where a provider does not answer or rejects the key', async () => {
  const { upstream } = await fakeUpstream(({ headers }, reply) =>
    sendJson(reply, { error: { message: `Wrong key ${headers.authorization}` } }, 401),
  )
  const file = fileWith({
    providers: [
      { id: 'team', baseUrl: await listing('qwen3') },
      { id: 'locked', baseUrl: upstream.baseUrl, keyEnv: 'KEY' },
      { id: 'away', baseUrl: 'http://127.0.0.1:9/v1' },
    ],
    models: [
      { id: 'house', providers: [target('team', 'llama-4')] },
      { id: 'open', providers: [target('team', 'llama-4'), target('away', 'llama-4')] },
    ],
  })
  const { code, complaints } = await run(['check', file], { KEY: canary })
  expect(code).toBe(1)
  expect(complaints.toSorted()).toEqual([
    expect.stringMatching(/^away cannot be reached \(\w+\)/),
    'house is listed by no provider: team has no llama-4.',
    expect.stringMatching(/^locked rejected the router’s key \(401\)/),
  ])
})

test('check looks for servers on this machine, whose models a public model may name', async () => {
  const url = new URL(await listing('llama-4', 'qwen3')).origin
  const local = (model: string) => ({
    localServers: [
      { name: 'My Box', url },
      { name: 'Away', url: 'http://127.0.0.1:9' },
    ],
    models: [{ id: 'house', providers: [target('away', 'llama-4'), target('my-box', model)] }],
  })
  const good = fileWith(local('llama-4'))
  expect(await run(['check', good], { LOCAL_SERVERS: '' })).toEqual({
    code: 0,
    printed: [`${good} is well-formed.`, 'No provider is configured.', 'Found My Box on this machine: 2 models.'],
    complaints: [],
  })
  expect(await run(['check', fileWith(local('phi-4'))], { LOCAL_SERVERS: '' })).toMatchObject({
    code: 1,
    complaints: ['house is listed by no provider: away is not running, my-box has no phi-4.'],
  })
})

test('check names the variable or the file that is missing, and asks nobody', async () => {
  const team = { id: 'team', baseUrl: 'http://127.0.0.1:9/v1' }
  const file = fileWith({ providers: [{ ...team, keyEnv: 'TEAM_KEY' }] })
  expect((await run(['check', file])).complaints).toEqual([
    `${file}: providers[0].keyEnv names TEAM_KEY, which is not set.`,
  ])
  const { code, complaints } = await run(['check', fileWith({ providers: [{ ...team, keyFile: 'no-key' }] })])
  expect([code, complaints]).toEqual([1, [expect.stringContaining('keyFile: no-key cannot be read (ENOENT)')]])
  expect((await run(['check', '/no/such.json'])).complaints).toEqual(['/no/such.json: cannot be read (ENOENT)'])
  expect((await run(['check', file], { PORT: 'eighty' })).complaints).toEqual([expect.stringMatching(/^PORT /)])
})

test('schema prints the JSON Schema or writes it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'patchbay-command-')), 'schema.json')
  expect(await run(['schema', path])).toEqual({ code: 0, printed: [], complaints: [] })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(configSchema())
  expect((await run(['schema'])).printed.map((text) => JSON.parse(text))).toEqual([configSchema()])
  expect(await run(['schema', '/no/folder/x'])).toMatchObject({ code: 1 })
  expect(await run(['chekc'])).toMatchObject({ code: 1, complaints: ['Known commands: check [file], schema [path].'] })
})
