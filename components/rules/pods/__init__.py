"""The rules about pods, one file each."""
