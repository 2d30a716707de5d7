export const operatorCommandNames = ['login', 'logout', 'quote', 'status', 'watch', 'buy', 'calc'] as const

export type OperatorCommandName = (typeof operatorCommandNames)[number]

export const isForOperators = (name: string | undefined): name is OperatorCommandName =>
  operatorCommandNames.some(one => one === name)
