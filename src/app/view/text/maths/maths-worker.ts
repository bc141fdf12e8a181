import type { Formula } from '../markdown/verbatim.ts'
import { typesetTree } from './maths-tree.ts'

addEventListener('message', ({ data }: MessageEvent<Formula>) => postMessage(typesetTree(data)))
