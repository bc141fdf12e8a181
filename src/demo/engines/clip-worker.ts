import type { Clip, ClipOrder } from '#sandbox/clip/clip-request.ts'
import { makeClip } from '#sandbox/clip/make/make-clip.ts'
import { serveTasks } from '../worker-task.ts'

serveTasks<ClipOrder, Clip, number>(makeClip)
