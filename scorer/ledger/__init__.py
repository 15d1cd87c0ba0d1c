"""From the events of a match to what they amount to: tricks, points, levels, next declarer."""
