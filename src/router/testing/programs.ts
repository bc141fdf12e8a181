import { spawn, spawnSync } from 'node:child_process'

/** What a program printed, and how it ended. */
export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs a program to its end. Not synchronously: what it talks to may live in this process. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env?: object; input?: string },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env }
    const child = spawn(program, args, { cwd: options.cwd, env })
    const ran = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => (ran.out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (ran.err += text))
    child.on('error', reject)
    child.on('close', (status) => resolve({ ...ran, status }))
    // A program that does not read its input is no failure.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
}

/** Whether a program is there. What a fresh machine installs must be there. */
export function has(program: string, isInstalled = false, versionOption = '--version'): boolean {
  const found = spawnSync(program, [versionOption]).status === 0
  if (!found && isInstalled && process.env.CI) throw new Error(`${program} is missing: .ci/run installs it.`)
  return found
}
