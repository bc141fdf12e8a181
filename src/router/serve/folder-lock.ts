import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../http/router-error.ts'

export class FolderInUse extends Error {
  readonly code = 'EBUSY'

  constructor(folder: string, pid: number) {
    super(
      `DATA_DIR ${folder} is in use by another router (process ${pid}): stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

/** A process, with its start time where that is known, since process ids are reused. */
interface Holder {
  readonly pid: number
  readonly started: string
}

/** The start time of a process in clock ticks since boot; `ended` for a zombie, empty where it is not known. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === '' || started === '' || now === started
}

const pathOf = (folder: string, turn: number) => join(folder, `lock.${turn}`)

function holderIn(path: string): Holder | undefined {
  try {
    const [, pid = '', started = ''] = /^(\d+) (\d*)\n$/.exec(readFileSync(path, 'utf8')) ?? []
    return pid === '' ? undefined : { pid: Number(pid), started }
  } catch {
    return undefined
  }
}

/** The numbers of the locks in the folder, highest first. */
const turnsIn = (folder: string) =>
  readdirSync(folder)
    .flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)

/** Creates a lock atomically with its text. */
function make(path: string, { pid, started }: Holder): 'made' | 'taken' | 'no room' {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${pid} ${started}\n`, { mode: 0o600 })
    linkSync(draft, path)
    return 'made'
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return 'taken'
    if (codeOf(thrown) === 'ENOSPC') return 'no room'
    throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Claims a folder until this process ends, however it ends; throws `FolderInUse` while another process holds it. The lock with the highest
 * number names the holder. The lock of a dead process is not replaced, which would race: the next number is created exclusively. Gives
 * whether the folder is new to this process.
 */
export function lockFolder(folder: string): boolean {
  const own: Holder = { pid: process.pid, started: startOf(process.pid) }
  for (;;) {
    const [last = 0] = turnsIn(folder)
    const holder = holderIn(pathOf(folder, last))
    if (holder && isAlive(holder)) {
      if (holder.pid !== own.pid) throw new FolderInUse(folder, holder.pid)
      return false
    }
    const turn = last + 1
    const how = make(pathOf(folder, turn), own)
    // On a full disk the existing journal matters more than a lock.
    if (how === 'no room') return true
    if (how === 'taken') continue
    const [highest, ...earlier] = turnsIn(folder)
    // Another process has created a higher number since the folder was listed.
    if (highest !== turn) rmSync(pathOf(folder, turn), { force: true })
    else {
      for (const one of earlier) rmSync(pathOf(folder, one), { force: true })
      return true
    }
  }
}
