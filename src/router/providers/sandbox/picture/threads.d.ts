/** A module asked for as a thread: the address of its bundle, for `new Worker`. The build makes it (vite.config.ts). */
declare module '*?thread' {
  export const thread: URL
}
