/** The first line of every text that the sandbox writes, with its blank line. */
export const label = '*Sandbox: synthetic output.*\n\n'
