// Where the seats of a table stand on the page: ten places clockwise from the viewer, place 0 at the bottom.

export const PLACES = 10;

/** The numbers of so many seats. */
export const seatNumbers = (seats: number): number[] => Array.from({ length: seats }, (_, index) => index + 1);

/** The place of `seat` (from 1) at a table with `seats`, seen by the one at `viewer`; spectators see seat 1 at the bottom. */
export function place(seat: number, seats: number, viewer: number | null): number {
  const steps = (seat - (viewer ?? 1) + seats) % seats;
  return Math.round((steps * PLACES) / seats) % PLACES;
}
