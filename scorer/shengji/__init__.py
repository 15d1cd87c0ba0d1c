"""The Shengji 升级 engine."""
