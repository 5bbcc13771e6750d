"""Both games on a full screen, with mouse and keyboard."""
