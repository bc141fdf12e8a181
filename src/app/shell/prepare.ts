import { config } from 'zod/mini'
import { startTheme } from '../ui/theme.ts'

// Zod probes for `eval` unless told not to, and the page's policy counts the probe as a breach.
config({ jitless: true })
startTheme()
