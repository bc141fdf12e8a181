/** Thrown inside the generator when no value fits a schema, or none that this generator can find; the message is for people. */
export class Unsatisfiable extends Error {}

/** Thrown when a schema asks for more than the sandbox writes: another try would not help. */
export class TooLarge extends Unsatisfiable {}
