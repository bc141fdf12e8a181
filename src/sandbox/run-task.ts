import { platform } from '#sandbox/platform.ts'
import { refusal, SandboxRefusal } from './refusal.ts'

export type End<Done> =
  | { readonly kind: 'done'; readonly done: Done }
  /** `param` names the field of the request that is at fault, where one is. */
  | { readonly kind: 'failed'; readonly message: string; readonly param?: string | undefined }

/** A message of a process about its task: a part of the result, or how the task ended. */
export type Report<Done, Part = never> = { readonly kind: 'part'; readonly part: Part } | End<Done>

/** Runs a task in the process that has it, and reports how it goes. */
export async function reportTask<Done, Part>(
  work: (hand: (part: Part) => void) => Promise<Done>,
  report: (message: Report<Done, Part>) => void,
): Promise<void> {
  try {
    report({ kind: 'done', done: await work((part) => report({ kind: 'part', part })) })
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    report({ kind: 'failed', message, param: thrown instanceof SandboxRefusal ? thrown.param : undefined })
  }
}

/** A task that failed: most often because of an unreadable file, or because its process crashed. */
export class ProcessError extends Error {}

/** The error that a failed task rejects with. */
export const errorOf = ({ message, param }: Extract<End<never>, { kind: 'failed' }>): Error =>
  param === undefined ? new ProcessError(message) : refusal(message, param)

/** A task that was not accepted, because too many wait. */
export class QueueFullError extends Error {}

/**
 * Runs a task outside the router's event loop, and hands over parts of its result as they are made. Rejects with a `ProcessError` when it
 * fails, with a `SandboxRefusal` when a field of the request is at fault, with a `QueueFullError` when too many tasks wait, or immediately when
 * `signal` is aborted.
 */
export type RunTask<Task, Done, Part = never> = (
  task: Task,
  signal: AbortSignal,
  onPart?: (part: Part) => void,
) => Promise<Done>

/** The peak memory of a process of each kind: a painter with inputs of 64 megapixels, a sound's with its speaker and the longest upload. */
const bytesEach = { painter: 1.5 * 1024 ** 3, clip: 512 * 1024 ** 2, sound: 1024 ** 3 }

/** How many processes of `bytesEach` fit: limited by the cores, by the memory, and by `mostEver`. */
const mostProcesses = (bytesEach: number, mostEver: number, cores: number, memory = platform.memory): number =>
  Math.max(1, Math.min(cores, mostEver, Math.floor(Math.min(platform.memory, memory) / bytesEach)))

export const mostPaintProcesses = (cores = platform.cores, memory?: number): number =>
  mostProcesses(bytesEach.painter, 8, cores, memory)

/** The number of clips made at once: each takes two cores. */
export const mostClips = (cores = platform.cores, memory?: number): number =>
  mostProcesses(bytesEach.clip, 4, Math.floor(cores / 2), memory)

export const mostSoundProcesses = (): number => mostProcesses(bytesEach.sound, 4, platform.cores)
