"""The simulated table: legal deals rendered as the frames of a camera above a card table."""
