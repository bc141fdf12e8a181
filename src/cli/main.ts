#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { exits, type Surroundings, Wrong } from './surroundings.ts'

const help = `Usage: patchbay [command]

  start                    serve the app and the router (the default), at http://127.0.0.1:8787 unless HOST and PORT say otherwise
  check [file]             check the configuration, and ask every provider for its models, which is free
  check --base-url <url>   ask a router for its models, with the key in OPENAI_API_KEY
  schema [path]            write the JSON Schema of the configuration file
  lab run <plan.json>      send the cells of a plan of the Lab, and write reports: patchbay lab --help

Keys and settings are environment variables: OPENAI_API_KEY, CONFIG_FILE, PORT, HOST and others, which the README lists.
`

const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** A first Ctrl+C stops what is open and writes what there is, a second one ends the process. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  const end = () => (stop.signal.aborted ? process.exit(130) : stop.abort())
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return stop.signal
}

const surroundings = (): Surroundings => ({
  variables: process.env,
  print: (text) => void process.stdout.write(text),
  complain,
  progress: (line) => process.stderr.isTTY && process.stderr.write(`\r\u001B[K${line}`),
  stop: stopOnSignal(),
})

async function checkRouter(baseUrl: string): Promise<number> {
  const { reachRouter } = await import('./reach-router.ts')
  const { connection, cards, notes, close } = await reachRouter(baseUrl, process.env)
  close()
  for (const note of notes) complain(note)
  process.stdout.write(`${connection.baseUrl}: ${cards.length} ${cards.length === 1 ? 'model' : 'models'}\n`)
  return cards.length > 0 ? 0 : 1
}

async function configuration(args: readonly string[]): Promise<number> {
  const { runCommand } = await import('#router/serve/config/run-command.ts')
  return await runCommand(args, process.env, { print: console.log, complain })
}

/** Resolves with the exit code; undefined where the router goes on serving. Each command loads its own code: that of the router takes a quarter of a second. */
async function run([command = 'start', ...args]: readonly string[]): Promise<number | undefined> {
  const [first, second] = args
  switch (command) {
    case 'start':
      await (await import('#router/serve/start-router.ts')).startRouter(
        fileURLToPath(new URL('../app', import.meta.url)),
      )
      return undefined
    case 'check':
      if (first === '--base-url' && second !== undefined) return await checkRouter(second)
      return await configuration([command, ...args])
    case 'schema':
      return await configuration([command, ...args])
    case 'lab':
      return await (await import('./lab-command.ts')).labCommand(args, surroundings())
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(help)
      return 0
    default:
      complain(`Unknown command: ${command}.\n\n${help}`)
      return exits.wrong
  }
}

const exit = await run(process.argv.slice(2)).catch((thrown: unknown) => {
  if (!(thrown instanceof Wrong)) throw thrown
  complain(thrown.message)
  return thrown.exit
})
// Timers of what was stopped would keep the process alive.
if (exit !== undefined) process.exit(exit)
