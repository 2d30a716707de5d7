import Type from 'typebox'

export const dollars = (description: string) => Type.Integer({ minimum: 0, description })

export const orNull = (description?: string, more: { format?: string } = {}) =>
  Type.Union([Type.String(more), Type.Null()], description === undefined ? {} : { description })

export const anId = (description: string) => Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', description })
