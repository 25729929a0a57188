let announced: string | undefined;

/** Tells the page of a bill, which opens next, that the bill was sent a moment ago. */
export function announceSent(billId: string): void {
  announced = billId;
}

export function announcedAsSent(): string | undefined {
  return announced;
}

/** Once it was told: who opens the bill later is not told again. */
export function forgetSent(): void {
  announced = undefined;
}
