"""Pools of workers: processes of this machine or of a cluster, and tasks that survive a crash."""
