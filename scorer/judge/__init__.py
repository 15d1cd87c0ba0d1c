"""The judge: what the cards laid down prove, and when; the referee decides."""
