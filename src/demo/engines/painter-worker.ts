import { paint } from '#sandbox/picture/paint/paint.ts'
import { serveTasks } from '../worker-task.ts'

serveTasks(paint)
