import { fileURLToPath } from 'node:url'
import { writingTo } from './runtime/log.ts'
import { runCommand } from './serve/config/run-command.ts'
import { startRouter } from './serve/start-router.ts'

async function command(args: readonly string[]): Promise<void> {
  const output = { print: writingTo(process.stdout), complain: writingTo(process.stderr) }
  process.exitCode = await runCommand(args, process.env, output)
}

const args = process.argv.slice(2)
// The app is built beside this file.
void (args.length === 0 ? startRouter(fileURLToPath(new URL('../app', import.meta.url))) : command(args))
