package io.cambric.io.safetensors.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/** The bytes of a file from one position up to another; mutable, for one thread. */
final class Section implements ReadableByteChannel {

  private final FileChannel file;
  private long position;
  private final long end;

  Section(FileChannel file, long begin, long end) {
    this.file = file;
    this.position = begin;
    this.end = end;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    if (position == end) {
      return -1;
    }
    int limit = to.limit();
    to.limit(to.position() + (int) Math.min(to.remaining(), end - position));
    int count = file.read(to, position);
    to.limit(limit);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  /** Does nothing: the file belongs to others, and stays open. */
  @Override
  public void close() {}
}
