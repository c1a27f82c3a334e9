package io.cambric.serialization;

import io.cambric.array.Buffer;
import io.cambric.file.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/** A sink that writes to a channel, block by block, so that memory does not grow with the tree. */
final class ChannelSink implements ByteSink {

  /** Small enough for a cache, together with the copied elements. */
  private static final int BLOCK_BYTES = 1 << 18;

  private final WritableByteChannel channel;

  /** Off-heap memory, since a channel copies heap buffers there first. */
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);

  ChannelSink(WritableByteChannel channel) {
    this.channel = channel;
  }

  @Override
  public ByteBuffer room(int bytes) throws IOException {
    if (block.remaining() < bytes) {
      flush();
    }
    return block;
  }

  @Override
  public void elements(Buffer from, int at, int count) throws IOException {
    int width = from.dtype().bytes();
    for (int done = 0; done < count; ) {
      if (block.remaining() < width) {
        flush();
      }
      int some = Math.min(block.remaining() / width, count - done);
      from.write(block.order(ByteOrder.LITTLE_ENDIAN), at + done, some);
      block.order(ByteOrder.BIG_ENDIAN);
      done += some;
    }
  }

  @Override
  public void bytes(ByteBuffer data) throws IOException {
    if (data.remaining() > block.remaining()) {
      flush();
    }
    if (data.remaining() > block.remaining()) {
      AtomicFile.writeFully(channel, data);
    } else {
      block.put(data);
    }
  }

  /** Writes the pending bytes. */
  void flush() throws IOException {
    AtomicFile.writeFully(channel, block.flip());
    block.clear();
  }
}
