/** An actor as every entry writes it: `staff:` or `carrier:` with an id, an operator's id, or a word for the others. */
export type ReadActor = { kind: 'staff' | 'carrier' | 'operator' | 'person' | 'other'; id: string }

export const staffActor = (staffId: string): string => `staff:${staffId}`

export const carrierActor = (carrierId: string): string => `carrier:${carrierId}`

const PEOPLE = ['homeowner', 'buyer']

export const readActor = (actor: string): ReadActor => {
  const [kind = '', ...id] = actor.split(':')
  if (kind === 'staff' || kind === 'carrier') return { kind, id: id.join(':') }
  if (PEOPLE.includes(actor)) return { kind: 'person', id: actor }
  return { kind: actor.startsWith('opr_') ? 'operator' : 'other', id: actor }
}

export const isPersonsName = (actor: string): boolean => readActor(actor).kind === 'person'
