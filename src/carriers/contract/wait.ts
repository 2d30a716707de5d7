export type Wait = (milliseconds: number) => Promise<unknown>
