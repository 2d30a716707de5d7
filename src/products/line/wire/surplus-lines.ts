import Type from 'typebox'

export const SURPLUS_LINES =
  'This insurer is not admitted in your state (surplus lines). Its prices and forms are not approved by the state, and the state’s guaranty fund does not pay if it fails.'

export const surplusField = Type.Optional(
  Type.Literal(false, { description: `Only on surplus lines offers. Tell the person: ${SURPLUS_LINES}` }),
)
