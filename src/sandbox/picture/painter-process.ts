import { servePool } from '../serve-pool.ts'
import { paint } from './paint/paint.ts'

servePool(10, paint)
