"""The Guandan 掼蛋 engine."""
