package io.cambric.distributed;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Buffers for elements on their way. Large ones are outside of the heap, where a socket reads and
 * writes them without another copy, and are used again and again. Threads may share them.
 */
final class ByteBuffers {

  /** Elements of fewer bytes are not worth a buffer of their own kind. */
  private static final int SMALL_BYTES = 1 << 12;

  /** Buffers that wait for their next use. */
  private static final int KEPT = 16;

  private final Queue<ByteBuffer> free = new ArrayBlockingQueue<>(KEPT);

  /** {@return a buffer with room for a number of bytes, at most those of a bucket} */
  ByteBuffer take(int bytes) {
    if (bytes <= SMALL_BYTES) {
      return ByteBuffer.allocate(bytes).order(Frame.ORDER);
    }
    var kept = free.poll();
    var buffer = kept == null ? ByteBuffer.allocateDirect(Frame.BUCKET_BYTES) : kept.clear();
    return buffer.order(Frame.ORDER).limit(bytes);
  }

  /** Takes a buffer back, whose elements nobody needs any more. */
  void giveBack(ByteBuffer buffer) {
    if (buffer.isDirect()) {
      var _ = free.offer(buffer);
    }
  }
}
