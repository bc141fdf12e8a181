import { sampleOf } from './samples.ts'
import { servePool } from './serve-pool.ts'

// The build makes its samples in such a process, since the encoders leave handlers and registrations behind.

servePool(5, sampleOf)
