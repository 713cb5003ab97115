/** @file The clock of this device. */

/** Return the time as lpbe writes it. */
export function timeNow() {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
