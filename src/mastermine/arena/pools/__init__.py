"""Pools of workers, on this machine or a cluster, whose tasks survive a crash."""
