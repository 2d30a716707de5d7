import { fail } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'

type Table<State extends string> = Readonly<Record<State, Readonly<Record<string, State>>>>

export type Lifecycle<State extends string, Event extends string> = {
  states: readonly State[]
  allows(state: State, event: Event): boolean
  next(state: State, event: Event): State
}

type EventOf<T> = { [State in keyof T]: keyof T[State] }[keyof T] & string

/** Builds a state machine from a table: from → event → to. An event that the state does not accept is a 409. */
export const lifecycle = <const T extends Table<keyof T & string>>(table: T) => {
  type State = keyof T & string
  type Event = EventOf<T>
  const target = (state: State, event: Event): State | undefined => {
    const row: Readonly<Record<string, State>> = table[state]
    return Object.hasOwn(row, event) ? row[event] : undefined
  }
  return {
    states: keysOf(table),
    allows: (state: State, event: Event): boolean => target(state, event) !== undefined,
    next: (state: State, event: Event): State =>
      target(state, event) ?? fail('conflict', { current_status: state }),
  }
}
