import { writeFileSync } from 'node:fs'
import { createPublicFiles } from '../../http/public-file.ts'
import { codeOf } from '../../http/router-error.ts'
import { adapters } from '../../providers/all-providers.ts'
import { systemClock } from '../../runtime/system-clock.ts'
import { createLiveList, type LiveList } from '../../upstream/listed-models.ts'
import { createLocalServers } from '../../upstream/local-servers.ts'
import type { ProviderConfig, PublicModel, RouterConfig } from '../../upstream/provider-config.ts'
import { readSettings } from '../settings.ts'
import { configSchema } from './config-file.ts'
import type { Variables } from './configured-providers.ts'
import { readConfig } from './read-config.ts'

const limitMs = 15_000

interface Output {
  readonly print: (line: string) => void
  /** For what makes the command fail. */
  readonly complain: (line: string) => void
}

interface Asked {
  readonly id: string
  /** The provider's own ids; undefined where they could not be fetched. */
  readonly listed?: ReadonlySet<string>
}

function summary({ upstream, listed }: ProviderConfig, ids: ReadonlySet<string>, live: LiveList): string {
  const isRenamed = (id: string) => live.upstreamId(id) !== id
  const offered = live.entries.map(({ id }) => id).filter((id) => ids.has(live.upstreamId(id)))
  const renamed = offered.filter(isRenamed).map((id) => `${id} as ${live.upstreamId(id)}`)
  const [own, count] = [offered.length - renamed.length, ids.size]
  const models = `${own === count ? '' : `${own} of `}${count} ${count === 1 ? 'model' : 'models'}`
  const from = listed ? ', as configured; it was not asked' : ''
  return `${upstream.name}: ${models}${from}${renamed.length > 0 ? `; serves ${renamed.join(', ')}` : ''}`
}

async function ask(one: ProviderConfig, models: readonly PublicModel[], output: Output): Promise<Asked> {
  const { kind, upstream, listed } = one
  const signal = AbortSignal.timeout(limitMs)
  try {
    const list = listed ? [] : await adapters[kind].list(upstream, signal)
    const ids = new Set(listed ?? list.map(({ id }) => id))
    const live = createLiveList(one, models)
    live.replace(list)
    output.print(summary(one, ids, live))
    return { id: upstream.name, listed: ids }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown reason'
    output.complain(signal.aborted ? `${upstream.name} did not list its models within ${limitMs / 1_000} s.` : reason)
    return { id: upstream.name }
  }
}

/** The servers on this machine that are there, with their own ids. */
async function askLocal({ providers, localServers }: RouterConfig, { print }: Output): Promise<readonly Asked[]> {
  const local = createLocalServers({
    servers: localServers,
    taken: providers.map(({ upstream }) => upstream.name),
    create: (one, models) => adapters.openai.create({ ...one, models, files: createPublicFiles() }),
    log: print,
    clock: systemClock,
  })
  await local.look()
  for (const line of local.found()) print(line)
  return local.list().map(({ id, models }) => ({ id, listed: new Set(models.map((model) => model.id)) }))
}

/**
 * Whether every provider lists its models, and every public model is in one of the lists; those that did not come count as holding it.
 * A server on this machine that is not there now lists nothing.
 */
async function isServed(config: RouterConfig, output: Output): Promise<boolean> {
  const { providers, models } = config
  const remote = Promise.all(providers.map((one) => ask(one, models, output)))
  const [local, asked] = await Promise.all([askLocal(config, output), remote])
  const lists = new Map([...local, ...asked].map(({ id, listed }) => [id, listed]))
  const missing = models.filter(({ providers: tried }) =>
    tried.every(({ provider, model }) => !lists.has(provider) || lists.get(provider)?.has(model) === false),
  )
  for (const { entry, providers: tried } of missing) {
    const places = tried.map(({ provider, model }) =>
      lists.has(provider) ? `${provider} has no ${model}` : `${provider} is not running`,
    )
    output.complain(`${entry.id} is listed by no provider: ${places.join(', ')}.`)
  }
  return missing.length === 0 && asked.every(({ listed }) => listed)
}

/** Reads what the router would start with, and asks each provider for its models, which is free. */
async function check(file: string | undefined, variables: Variables, output: Output): Promise<boolean> {
  const fail = (problems: readonly string[]) => {
    for (const problem of problems) output.complain(problem)
    return false
  }
  const read = readSettings(variables)
  if (read.status === 'bad') return fail(read.problems)
  const settings = file === undefined ? read.settings : { ...read.settings, configFile: file }
  const configured = readConfig(variables, settings)
  if (configured.status === 'bad') return fail(configured.problems)
  const { config } = configured
  output.print(config.file === undefined ? 'There is no configuration file.' : `${config.file} is well-formed.`)
  for (const note of config.notes) output.print(note)
  if (config.providers.length === 0) output.print('No provider is configured.')
  return isServed(config, output)
}

function schema(path: string | undefined, { print, complain }: Output): boolean {
  const text = JSON.stringify(configSchema(), null, 2)
  if (path === undefined) {
    print(text)
    return true
  }
  try {
    writeFileSync(path, `${text}\n`)
    return true
  } catch (thrown) {
    complain(`${path} cannot be written (${codeOf(thrown)})`)
    return false
  }
}

/** Runs `check [file]` or `schema [path]` in place of the router. Resolves with the exit code, and prints no key. */
export async function runCommand(args: readonly string[], variables: Variables, output: Output): Promise<0 | 1> {
  const [command, path] = args
  if (command === 'check') return (await check(path, variables, output)) ? 0 : 1
  if (command === 'schema') return schema(path, output) ? 0 : 1
  output.complain('Known commands: check [file], schema [path].')
  return 1
}
