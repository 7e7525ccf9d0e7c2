"""A table as a pure state machine: seats, blinds, clocks, and one hand at a time (rulebook sections 1, 2 and 8)."""
