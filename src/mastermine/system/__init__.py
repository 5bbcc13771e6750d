"""Files and folders of the user, and the native module."""
