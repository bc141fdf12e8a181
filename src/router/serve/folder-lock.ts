import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../http/errors.ts'

/** Another process keeps its results in this folder. */
export class FolderInUse extends Error {
  readonly code = 'EBUSY'

  constructor(folder: string, pid: number) {
    super(
      `DATA_DIR ${folder} is in use by another router (process ${pid}): stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

/** A process, and when it was started where that is known: process numbers are used again. */
interface Holder {
  readonly pid: number
  readonly started: string
}

/** When a process was started, in ticks since the machine was; `ended` where its parent has yet to collect it, empty where nothing is said. */
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

/** The turns whose locks stand in the folder, the last one first. */
const turnsIn = (folder: string) =>
  readdirSync(folder)
    .flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)

/** Makes a lock, with its text in it from the first moment on. */
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
 * Claims a folder for this process until it ends, however it ends; throws `FolderInUse` while another one has it. The holder is whom the
 * lock with the highest number names. A lock whose process is gone is never replaced, which two could do at once: the next number is
 * taken, and a file can be made only once. Gives whether the folder is new to this process.
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
    // On a full disk the journal that stands there is worth more than a lock.
    if (how === 'no room') return true
    if (how === 'taken') continue
    const [highest, ...earlier] = turnsIn(folder)
    // A router that looked long ago takes a number that others have left behind.
    if (highest !== turn) rmSync(pathOf(folder, turn), { force: true })
    else {
      for (const one of earlier) rmSync(pathOf(folder, one), { force: true })
      return true
    }
  }
}
