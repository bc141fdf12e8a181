import { announcement } from './announce.ts'
import { assemble } from './assemble.ts'
import { requestListener } from './request-listener.ts'
import { readSettings } from './settings.ts'

const result = readSettings(process.env)
if (result.status === 'bad') throw new Error(result.problems.join('\n'))
const { settings } = result

const print = (line: string) => process.stdout.write(`${line}\n`)
const { router, ...facts } = assemble(settings, { port: settings.port, log: print })
for (const line of announcement({ settings, port: settings.port, ...facts })) print(line)

/** The router for the development server, which serves the app itself: same origin, same settings. */
export const listener = requestListener(router)
