import { lockFolder } from '../serve/folder-lock.ts'

/** Claims the folder that it is given, says whether that went well, and stays until it is killed. */
const [, , folder = ''] = process.argv
try {
  lockFolder(folder)
  process.stdout.write('mine\n')
} catch (thrown) {
  process.stdout.write(`${thrown instanceof Error ? thrown.message : 'no error'}\n`)
}
setInterval(() => {}, 60_000)
